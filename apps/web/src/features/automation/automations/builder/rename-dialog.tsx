import { type AutomationDetail, updateAutomation } from '@recado/contracts/automation/automations'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { useAutomationActions } from '../shared/use-automation-actions.ts'

type Values = { name: string; folder: string }
type Props = { automation: AutomationDetail; save: () => Promise<AutomationDetail>; onClose: () => void }

/** Changes what an automation is called and the folder that it is in. */
export const RenameDialog = ({ automation, save, onClose }: Props) => {
  const { t } = useTranslation(['automation/automations', 'validation', 'errors'])
  const { keep } = useAutomationActions()
  const { form, state } = useContractForm<Values>({
    initialValues: { name: automation.name, folder: automation.folder },
    extra: ({ name }) => (name.trim() === '' ? { name: t('validation:required') } : {}),
    onSubmit: async (values) => {
      const { id, version } = await save()
      keep(await call(updateAutomation, { params: { id }, body: { ...values, version } }))
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('rename')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <TextInput label={t('column.name')} required maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('column.folder')}
        description={t('new.folderText')}
        maxLength={60}
        {...form.getInputProps('folder')}
      />
    </FormDialog>
  )
}
