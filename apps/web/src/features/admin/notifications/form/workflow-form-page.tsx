import { Alert, Button, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { type Options, optionsQuery, type WorkflowDetail, workflowQuery } from '../api.ts'
import classes from '../notifications.module.css'
import { useWorkflowTexts } from '../use-step-texts.ts'
import { takesProtection, useWorkflowForm } from './use-workflow-form.ts'
import { WorkflowEditor } from './workflow-editor.tsx'

type FormProps = { workflow: WorkflowDetail | null; options: Options }

const WorkflowForm = ({ workflow, options }: FormProps) => {
  const { t } = useTranslation('admin/notifications')
  const { form, submit, busy, failure, reasons } = useWorkflowForm(workflow, options.groups[0]?.id ?? null)
  const [asking, setAsking] = useState(false)
  const own = useWorkflowTexts()
  const wrong = Object.keys(form.errors).length > 0
  const save = (event: FormEvent<HTMLFormElement>) => {
    if (!takesProtection(workflow, form.getValues())) return submit(event)
    event.preventDefault()
    setAsking(true)
  }
  return (
    <form onSubmit={save} noValidate>
      <WorkflowEditor form={form} workflow={workflow} options={options} />
      <Paper className={classes.bar ?? ''}>
        {failure ? (
          <Alert color="red" role="alert" mb="sm">
            {failure}
          </Alert>
        ) : null}
        {reasons.length > 0 ? (
          <Alert color="red" role="alert" mb="sm" title={t('form.refused')}>
            {reasons.map((reason) => (
              <Text key={reason} size="sm">
                {reason}
              </Text>
            ))}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="sm">
          {wrong ? (
            <Text size="sm" c="var(--mantine-color-error)" role="status" style={{ marginInlineEnd: 'auto' }}>
              {t('form.wrong', { count: Object.keys(form.errors).length })}
            </Text>
          ) : null}
          {workflow ? (
            <LinkButton to="/admin/notifications/workflows/$id" params={{ id: workflow.id }} variant="default">
              {t('common:cancel')}
            </LinkButton>
          ) : (
            <LinkButton to="/admin/notifications/workflows" variant="default">
              {t('common:cancel')}
            </LinkButton>
          )}
          <Button type="submit" loading={busy}>
            {t(workflow ? 'common:save' : 'common:create')}
          </Button>
        </Group>
      </Paper>
      <ConfirmDialog
        opened={asking}
        title={t('workflows.offTitle', { name: workflow ? own(workflow, workflow.name) : '' })}
        confirmLabel={t('common:save')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => submit()}
      >
        {t('workflows.offText')}
      </ConfirmDialog>
    </form>
  )
}

const Loaded = ({ id, children }: { id: string; children: (workflow: WorkflowDetail) => React.ReactNode }) => {
  const query = useQuery({ ...workflowQuery(id), refetchOnWindowFocus: false })
  return query.data && !query.error ? children(query.data) : <RecordFallback query={query} />
}

const Page = ({ workflow }: { workflow: WorkflowDetail | null }) => {
  const { t } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  const options = useQuery(optionsQuery)
  if (!options.data || options.error) return <RecordFallback query={options} />
  return (
    <>
      <PageHeader
        title={workflow ? t('form.editTitle', { name: own(workflow, workflow.name) }) : t('workflows.new')}
        before={
          <TextLink to="/admin/notifications/workflows" size="sm">
            {t('workflows.title')}
          </TextLink>
        }
      />
      <WorkflowForm key={workflow?.version ?? 'new'} workflow={workflow} options={options.data} />
    </>
  )
}

/** Making a workflow, or changing one. */
export const WorkflowFormPage = ({ id }: { id: string | null }) =>
  id ? <Loaded id={id}>{(workflow) => <Page workflow={workflow} />}</Loaded> : <Page workflow={null} />
