import { Text } from '@mantine/core'
import { type AutomationDetail, publishAutomation } from '@recado/contracts/automation/automations'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useAutomationActions } from '../shared/use-automation-actions.ts'

type Props = {
  automation: AutomationDetail
  /** Saves what is still unsaved. */
  save: () => Promise<AutomationDetail>
  onClose: () => void
}

/** Makes the draft live, with a note of what changed. */
export const PublishDialog = ({ automation, save, onClose }: Props) => {
  const { t } = useTranslation(['automation/automations', 'validation', 'errors'])
  const { keep } = useAutomationActions()
  const { form, state } = useContractForm<{ note: string }>({
    initialValues: { note: '' },
    onSubmit: async ({ note }) => {
      const { id, version } = await save()
      keep(await call(publishAutomation, { params: { id }, body: { note, version } }))
      toastSuccess(t('done.published'))
      onClose()
    },
  })
  const isFirst = automation.liveVersion === null
  return (
    <FormDialog
      opened
      title={t('publish.title', { name: automation.name })}
      submitLabel={t('publish.submit')}
      {...state}
      onClose={onClose}
    >
      <Text size="sm">{t(isFirst ? 'publish.first' : 'publish.again')}</Text>
      <Textarea
        label={t(isFirst ? 'publish.firstNote' : 'publish.note')}
        placeholder={isFirst ? '' : t('publish.noteExample')}
        autosize
        minRows={2}
        maxLength={300}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
