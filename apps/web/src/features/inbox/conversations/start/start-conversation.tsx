import { Select, Text, TextInput } from '@mantine/core'
import { type ConversationSummary, startConversation } from '@recado/contracts/inbox/conversations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { keys } from './api.ts'

/** What is known of whom it is begun with. */
export type StartWith = { phone: string; name: string; channelId: string }

type Props = {
  opened: boolean
  given?: StartWith
  onClose: () => void
  onStarted: (conversation: ConversationSummary) => void
}

const StartForm = ({ given, onClose, onStarted }: Omit<Props, 'opened'>) => {
  const { t } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const { data } = useQuery(channelsQuery)
  const channels = (data?.data ?? []).filter(({ disconnectedAt }) => disconnectedAt === null)
  const channelOf = (chosen: string): string => chosen || (channels[0]?.id ?? '')
  const { form, drawer } = useContractForm({
    schema: startConversation.body,
    initialValues: given ?? { channelId: '', phone: '', name: '' },
    toBody: (values) => ({ ...values, channelId: channelOf(values.channelId), name: values.name || undefined }),
    onSubmit: async ({ channelId, phone, name }) => {
      const trimmed = name.trim()
      const body = { channelId: channelOf(channelId), phone, ...(trimmed ? { name: trimmed } : {}) }
      const conversation = await call(startConversation, { body })
      void queryClient.invalidateQueries({ queryKey: keys.lists })
      onStarted(conversation)
    },
  })
  return (
    <FormDrawer opened title={t('start.title')} submitLabel={t('start.submit')} {...drawer} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('start.text')}
      </Text>
      {channels.length > 1 ? (
        <Select
          label={t('start.channel')}
          data={channels.map(({ id, name, phone }) => ({ value: id, label: `${name} · ${phone}` }))}
          value={channelOf(form.values.channelId)}
          onChange={(value) => form.setFieldValue('channelId', value ?? '')}
          allowDeselect={false}
        />
      ) : null}
      <TextInput
        label={t('start.phone')}
        description={t('start.phoneHint')}
        type="tel"
        autoComplete="off"
        data-autofocus
        key={form.key('phone')}
        {...form.getInputProps('phone')}
      />
      <TextInput
        label={`${t('start.name')} (${t('common:optional')})`}
        maxLength={120}
        {...form.getInputProps('name')}
      />
    </FormDrawer>
  )
}

/** Begins a conversation with a phone number; its first message is a template. */
export const StartConversation = ({ opened, ...rest }: Props) => (opened ? <StartForm {...rest} /> : null)
