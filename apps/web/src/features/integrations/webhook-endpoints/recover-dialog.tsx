import { Text } from '@mantine/core'
import { recoverWebhookDeliveries, type WebhookEndpoint } from '@recado/contracts/integrations/webhook-endpoints'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'

const hours = ['1', '24', '72', '168', '720'] as const
const HOUR_MS = 3_600_000

type Props = { endpoint: WebhookEndpoint; onStarted: (count: number) => void; onClose: () => void }

/** Sends what failed or was held since a time again. */
export const RecoverDialog = ({ endpoint, onStarted, onClose }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const { form, state } = useContractForm({
    initialValues: { since: '24' },
    onSubmit: async ({ since }) => {
      const body = { since: new Date(Date.now() - Number(since) * HOUR_MS).toISOString() }
      const { count } = await call(recoverWebhookDeliveries, { params: { id: endpoint.id }, body })
      onStarted(count)
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('recover.title')} submitLabel={t('recover.submit')} {...state} onClose={onClose}>
      <Text size="sm">{t('recover.text')}</Text>
      <Select
        label={t('recover.since')}
        data={hours.map((value) => ({ value, label: t(`recover.hours.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('since')}
      />
    </FormDialog>
  )
}
