import { Text, TextInput } from '@mantine/core'
import { startIncident } from '@recado/contracts/admin/operators'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { operatorKey } from './api.ts'
import type { ChannelSearch } from './search.ts'

/** Pauses the numbers that a list shows, with a message to their companies. */
export const IncidentDrawer = ({ filter, onClose }: { filter: Omit<ChannelSearch, 'cursor'>; onClose: () => void }) => {
  const { t } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  const { form, state } = useContractForm({
    schema: startIncident.body,
    initialValues: { message: { en: '', pt: '' }, reason: '' },
    toBody: (values) => ({ ...values, filter }),
    onSubmit: async (values) => {
      await call(startIncident, { body: { ...values, filter } })
      await queryClient.invalidateQueries({ queryKey: operatorKey })
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('incident.title')} submitLabel={t('incident.start')} {...state} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t(Object.values(filter).some(Boolean) ? 'incident.textFiltered' : 'incident.textAll')}
      </Text>
      <TextInput label={t('incident.pt')} maxLength={300} {...form.getInputProps('message.pt')} />
      <TextInput label={t('incident.en')} maxLength={300} {...form.getInputProps('message.en')} />
      <TextInput
        label={t('pause.reason')}
        description={t('pause.reasonHelp')}
        maxLength={300}
        {...form.getInputProps('reason')}
      />
    </FormDrawer>
  )
}
