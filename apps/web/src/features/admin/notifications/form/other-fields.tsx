import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Options } from '../api.ts'
import type { WorkflowForm } from './use-workflow-form.ts'

type Props = { form: WorkflowForm; path: string; type: 'trigger' | 'custom'; workflows: Options['workflows'] }

/** Which workflow a step starts, or which address it calls. */
export const OtherFields = ({ form, path, type, workflows }: Props) => {
  const { t } = useTranslation('admin/notifications')
  if (type === 'custom') {
    return (
      <TextInput
        type="url"
        label={t('field.url')}
        description={t('field.urlText')}
        placeholder="https://"
        withAsterisk
        {...form.getInputProps(`${path}.metadata.url`)}
      />
    )
  }
  const data = workflows.flatMap(({ name, identifier }) => (identifier ? [{ value: identifier, label: name }] : []))
  return (
    <Select
      label={t('field.workflow')}
      description={t('field.workflowText')}
      searchable
      withAsterisk
      data={data}
      {...form.getInputProps(`${path}.metadata.workflow`)}
    />
  )
}
