import { Text } from '@mantine/core'
import {
  rotateWebhookSecret,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from '@recado/contracts/integrations/webhook-endpoints'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { endpointName } from './api.ts'

const overlaps = ['0', '1', '24', '72'] as const

type Props = { stored: WebhookEndpoint; onMade: (made: WebhookEndpointWithSecret) => void; onClose: () => void }

/** Gives an endpoint another secret, and says for how long the one before signs too. */
export const RotateDialog = ({ stored, onMade, onClose }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const { form, state } = useContractForm({
    initialValues: { overlap: '24' },
    onSubmit: async ({ overlap }) => {
      const body = { overlapHours: Number(overlap), version: stored.version }
      onMade(await call(rotateWebhookSecret, { params: { id: stored.id }, body }))
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('rotate.title', { name: endpointName(stored) })}
      submitLabel={t('rotate.submit')}
      {...state}
      onClose={onClose}
    >
      <Text size="sm">{t('rotate.text')}</Text>
      <Select
        label={t('rotate.overlap')}
        data={overlaps.map((value) => ({ value, label: t(`rotate.hours.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('overlap')}
      />
    </FormDialog>
  )
}
