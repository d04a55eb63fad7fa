import { createNotificationWorkflow, updateNotificationWorkflow } from '@recado/contracts/admin/notification-workflows'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { notificationKeys, type WorkflowDetail, workflowQuery } from '../api.ts'
import { bodyOf, settingErrors } from './body.ts'
import { type FormValues, valuesOf } from './values.ts'

/** Whether a critical workflow would no longer reach people. */
export const takesProtection = (workflow: WorkflowDetail | null, { active, critical }: FormValues): boolean =>
  workflow?.active === true && workflow.critical && !(active && critical)

/** The form of a workflow. `reasons` is what the server says about steps that it refused. */
export const useWorkflowForm = (workflow: WorkflowDetail | null, groupId: string | null) => {
  const { t } = useTranslation(['admin/notifications', 'validation'])
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [reasons, setReasons] = useState<readonly string[]>([])
  const save = (values: FormValues) => {
    const body = bodyOf(values)
    if (!workflow) return call(createNotificationWorkflow, { body })
    const confirmed = takesProtection(workflow, values) ? { confirmation: workflow.name } : {}
    return call(updateNotificationWorkflow, { params: { id: workflow.id }, body: { ...body, ...confirmed } })
  }
  const contract = useContractForm<FormValues>({
    schema: async () =>
      (await import('@recado/contracts/admin/notification-workflows')).createNotificationWorkflow.body,
    initialValues: valuesOf(workflow, groupId),
    toBody: bodyOf,
    extra: (values) => settingErrors(values, (problem) => t(`validation:${problem}`)),
    onSubmit: async (values) => {
      setReasons([])
      try {
        const saved = await save(values)
        contract.form.resetDirty(values)
        queryClient.setQueryData(workflowQuery(saved.id).queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: notificationKeys.workflows })
        toastSuccess(t('common:saved'))
        await navigate({
          to: '/admin/notifications/workflows/$id',
          params: { id: saved.id },
          ignoreBlocker: true,
        })
      } catch (error) {
        if (error instanceof ApiError) setReasons(error.fields.map(({ message }) => message))
        throw error
      }
    },
  })
  return { ...contract, reasons }
}

export type WorkflowForm = ReturnType<typeof useWorkflowForm>['form']
