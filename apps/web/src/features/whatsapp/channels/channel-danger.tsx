import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { disconnectChannel, replaceChannelToken } from '@recado/contracts/whatsapp/channel-connection'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { type ChannelDetail, channelQuery } from './api.ts'
import { DeregisterForm, MoveForm } from './leave-forms.tsx'

const TokenForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const { form, state } = useContractForm({
    schema: replaceChannelToken.body,
    initialValues: { accessToken: '' },
    onSubmit: async (body) => {
      const detail = await call(replaceChannelToken, { params: { id: channel.id }, body })
      queryClient.setQueryData(channelQuery(channel.id).queryKey, detail)
      form.reset()
      toastSuccess(t('token.done'))
    },
  })
  return (
    <FormSection title={t('token.title')} description={t('token.text')}>
      <ShortForm {...state} label={t('token.title')} submitLabel={t('token.submit')}>
        <PasswordInput label={t('field.accessToken')} autoComplete="off" {...form.getInputProps('accessToken')} />
      </ShortForm>
    </FormSection>
  )
}

/** What cannot be taken back easily: a new token, and taking the number away. */
export const ChannelDanger = ({ channel, onGone }: { channel: ChannelDetail; onGone: () => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const disconnect = async () => {
    await call(disconnectChannel, { params: { id: channel.id } })
    await queryClient.invalidateQueries({ queryKey: channelsKey })
    toastSuccess(t('disconnect.done', { name: channel.name }))
    onGone()
  }
  return (
    <Stack gap="md" maw={960}>
      <TokenForm channel={channel} />
      <MoveForm channel={channel} onGone={onGone} />
      <FormSection title={t('disconnect.title')} description={t('disconnect.text')}>
        <Group>
          <Button color="red" variant="outline" onClick={() => setAsking(true)}>
            {t('disconnect.open')}
          </Button>
        </Group>
      </FormSection>
      <DeregisterForm channel={channel} onGone={onGone} />
      <ConfirmDialog
        opened={asking}
        danger
        title={t('disconnect.ask', { name: channel.name })}
        confirmLabel={t('disconnect.open')}
        typeToConfirm={channel.name}
        onConfirm={disconnect}
        onClose={() => setAsking(false)}
      >
        {t('disconnect.text')}
      </ConfirmDialog>
    </Stack>
  )
}
