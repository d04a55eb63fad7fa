import { Text } from '@mantine/core'
import {
  testWebhookEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@recado/contracts/integrations/webhook-endpoints'
import { webhookEventNames, webhookEvents } from '@recado/contracts/integrations/webhook-events'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { eventTextKey } from './api.ts'

type Props = { endpoint: WebhookEndpoint; onSent: (delivery: WebhookDelivery) => void; onClose: () => void }

/** Sends the example of an event. */
export const TestDialog = ({ endpoint, onSent, onClose }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const { form, state } = useContractForm({
    initialValues: { event: endpoint.events[0] ?? webhookEventNames[0] ?? 'message.received' },
    onSubmit: async ({ event }) => {
      onSent(await call(testWebhookEndpoint, { params: { id: endpoint.id }, body: { event } }))
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('test.title')} submitLabel={t('test.submit')} {...state} onClose={onClose}>
      <Text size="sm">{t('test.text')}</Text>
      <Select
        label={t('eventLabel')}
        data={webhookEventNames.map((value) => ({ value, label: t(eventTextKey(value)) }))}
        searchable
        allowDeselect={false}
        {...form.getInputProps('event')}
      />
      <JsonView value={webhookEvents[form.values.event].example} label={t('test.example')} />
    </FormDialog>
  )
}
