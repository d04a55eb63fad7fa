import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { FormPage } from '#web/components/form/form-page.tsx'
import { type Options, optionsQuery, type WorkflowDetail, workflowQuery } from '../api.ts'
import { useWorkflowTexts } from '../use-step-texts.ts'
import { takesProtection, useWorkflowForm } from './use-workflow-form.ts'
import { WorkflowEditor } from './workflow-editor.tsx'

const Refusal = ({ reasons }: { reasons: readonly string[] }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Alert color="red" role="alert" title={t('form.refused')}>
      {reasons.map((reason) => (
        <Text key={reason} size="sm">
          {reason}
        </Text>
      ))}
    </Alert>
  )
}

const Cancel = ({ workflow }: { workflow: WorkflowDetail | null }) => {
  const { t } = useTranslation('common')
  return workflow ? (
    <LinkButton to="/admin/notifications/workflows/$id" params={{ id: workflow.id }} variant="default">
      {t('cancel')}
    </LinkButton>
  ) : (
    <LinkButton to="/admin/notifications/workflows" variant="default">
      {t('cancel')}
    </LinkButton>
  )
}

type FormProps = { workflow: WorkflowDetail | null; options: Options }

const WorkflowForm = ({ workflow, options }: FormProps) => {
  const { t } = useTranslation('admin/notifications')
  const { form, submit, state, reasons } = useWorkflowForm(workflow, options.groups[0]?.id ?? null)
  const [asking, setAsking] = useState(false)
  const own = useWorkflowTexts()
  const save = (event: FormEvent<HTMLFormElement>) => {
    if (!takesProtection(workflow, form.getValues())) return submit(event)
    event.preventDefault()
    setAsking(true)
  }
  const name = workflow ? own(workflow, workflow.name) : ''
  const refusal = reasons.length > 0 ? <Refusal reasons={reasons} /> : null
  return (
    <>
      <FormPage
        {...state}
        wide
        title={workflow ? t('form.editTitle', { name }) : t('workflows.new')}
        back={
          <TextLink to="/admin/notifications/workflows" size="sm">
            {t('workflows.title')}
          </TextLink>
        }
        submitLabel={t(workflow ? 'common:save' : 'common:create')}
        cancel={<Cancel workflow={workflow} />}
        refusal={refusal}
        onSubmit={save}
      >
        <WorkflowEditor form={form} workflow={workflow} options={options} />
      </FormPage>
      <ConfirmDialog
        opened={asking}
        title={t('workflows.offTitle', { name })}
        confirmLabel={t('common:save')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => submit()}
      >
        {t('workflows.offText')}
      </ConfirmDialog>
    </>
  )
}

const Loaded = ({ id, children }: { id: string; children: (workflow: WorkflowDetail) => React.ReactNode }) => {
  const query = useQuery({ ...workflowQuery(id), refetchOnWindowFocus: false })
  return query.data && !query.error ? children(query.data) : <RecordFallback query={query} />
}

const Page = ({ workflow }: { workflow: WorkflowDetail | null }) => {
  const options = useQuery(optionsQuery)
  if (!options.data || options.error) return <RecordFallback query={options} />
  return <WorkflowForm key={workflow?.version ?? 'new'} workflow={workflow} options={options.data} />
}

/** Making a workflow, or changing one. */
export const WorkflowFormPage = ({ id }: { id: string | null }) =>
  id ? <Loaded id={id}>{(workflow) => <Page workflow={workflow} />}</Loaded> : <Page workflow={null} />
