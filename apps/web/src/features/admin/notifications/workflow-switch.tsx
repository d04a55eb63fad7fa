import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import type { WorkflowSummary } from './api.ts'
import { useWorkflowTexts } from './use-step-texts.ts'
import type { useWorkflowActions } from './use-workflow-actions.ts'

type Props = {
  workflow: Pick<WorkflowSummary, 'id' | 'name' | 'active' | 'critical' | 'translations'>
  actions: ReturnType<typeof useWorkflowActions>
  label?: ReactNode
}

/** Switches a workflow on or off; what protects people asks before it goes off. */
export const WorkflowSwitch = ({ workflow, actions: { status, switchOff }, label }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const own = useWorkflowTexts()
  const [asking, setAsking] = useState(false)
  const { id, active, critical } = workflow
  const changing = status.isPending && status.variables.id === id
  const change = (on: boolean) => (critical && !on ? setAsking(true) : status.mutate({ id, active: on }))
  const name = own(workflow, workflow.name)
  return (
    <>
      <Switch
        label={label}
        checked={changing ? status.variables.active : active}
        disabled={changing}
        aria-label={t('workflows.activeOf', { name })}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <ConfirmDialog
        opened={asking}
        title={t('workflows.offTitle', { name })}
        confirmLabel={t('workflows.switchOff')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => switchOff(workflow)}
      >
        {t('workflows.offText')}
      </ConfirmDialog>
    </>
  )
}
