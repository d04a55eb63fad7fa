import { Text, TextInput } from '@mantine/core'
import { createSegment } from '@recado/contracts/contacts/segments'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useExplain } from '#web/components/filter-builder/use-explain.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'

type Props = { filter: FilterGroup; onSaved: (id: string) => void; onClose: () => void }

/** Keeps the filters of the list as a segment. */
export const SegmentDialog = ({ filter, onSaved, onClose }: Props) => {
  const { t } = useTranslation('contacts/list')
  const mayShare = useCan()('settings.share')
  const client = useQueryClient()
  const explain = useExplain(true)
  const { form, state } = useContractForm({
    schema: createSegment.body.pick({ name: true, shared: true }),
    initialValues: { name: '', shared: false },
    onSubmit: async (values) => {
      const { id, name } = await call(createSegment, { body: { ...values, filter } })
      await client.invalidateQueries({ queryKey: companySettingsKey })
      toastSuccess(t('segment.done', { name }))
      onSaved(id)
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('segment.save')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <Text size="sm">{explain(filter)}</Text>
      <Text size="sm" c="dimmed">
        {t('segment.text')}
      </Text>
      <TextInput label={t('segment.name')} data-autofocus maxLength={80} {...form.getInputProps('name')} />
      {mayShare ? <Switch label={t('segment.share')} {...form.getInputProps('shared', { type: 'checkbox' })} /> : null}
    </FormDialog>
  )
}
