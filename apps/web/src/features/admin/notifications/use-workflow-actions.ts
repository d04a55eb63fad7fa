import {
  deleteNotificationWorkflow,
  duplicateNotificationWorkflow,
  setNotificationWorkflowStatus,
} from '@recado/contracts/admin/notification-workflows'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { notificationKeys } from './api.ts'

type Named = { id: string; name: string }

/** What can be done with a workflow, from the list and from its page. */
export const useWorkflowActions = () => {
  const { t } = useTranslation('admin/notifications')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queryClient.invalidateQueries({ queryKey: notificationKeys.workflows })
  const status = useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      call(setNotificationWorkflowStatus, { params: { id }, body: { active } }),
    onSuccess: refresh,
  })
  const copy = useMutation({
    mutationFn: ({ id }: Named) => call(duplicateNotificationWorkflow, { params: { id } }),
    onSuccess: async (made) => {
      await refresh()
      toastSuccess(t('workflows.duplicated', { name: made.name }))
      await navigate({ to: '/admin/notifications/workflows/$id', params: { id: made.id } })
    },
  })
  const switchOff = async ({ id, name }: Named) => {
    await call(setNotificationWorkflowStatus, { params: { id }, body: { active: false, confirmation: name } })
    await refresh()
  }
  const remove = async ({ id, name }: Named) => {
    await call(deleteNotificationWorkflow, { params: { id }, query: { confirmation: name } })
    toastSuccess(t('workflows.deleted', { name }))
    void queryClient.invalidateQueries({ queryKey: [...notificationKeys.workflows, 'list'] })
  }
  return { status, switchOff, copy, remove, refresh }
}
