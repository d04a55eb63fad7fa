import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { disconnectChannel, replaceChannelToken } from '@recado/contracts/whatsapp/channel-connection'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { type ChannelDetail, channelQuery } from './api.ts'
import { DeregisterForm, MoveForm } from './leave-forms.tsx'

const TokenForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const { form, submit, busy, failure } = useContractForm({
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
    <Paper withBorder p="lg" component="form" onSubmit={submit as never} noValidate>
      <Stack gap="sm">
        <Title order={2} fz="md">
          {t('token.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('token.text')}
        </Text>
        <PasswordInput label={t('field.accessToken')} autoComplete="off" {...form.getInputProps('accessToken')} />
        <FormFailure>{failure}</FormFailure>
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={busy}>
            {t('token.submit')}
          </Button>
        </Group>
      </Stack>
    </Paper>
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
    <Stack gap="lg" maw={640}>
      <TokenForm channel={channel} />
      <MoveForm channel={channel} onGone={onGone} />
      <Paper withBorder p="lg" component="section" aria-labelledby="disconnect-title">
        <Stack gap="sm">
          <Title order={2} fz="md" id="disconnect-title">
            {t('disconnect.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('disconnect.text')}
          </Text>
          <Group justify="flex-end">
            <Button color="red" variant="outline" onClick={() => setAsking(true)}>
              {t('disconnect.open')}
            </Button>
          </Group>
        </Stack>
      </Paper>
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
