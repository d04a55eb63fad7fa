import { listSlaPolicies } from '@recado/contracts/automation/sla-policies'
import { listBusinessHours } from '@recado/contracts/companies/business-hours'
import { listCannedReplies } from '@recado/contracts/inbox/canned-replies'
import { listLabels } from '@recado/contracts/inbox/labels'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { deskKey } from '#web/queries/desk-settings.ts'

export const labelsQuery = queryOptions({
  queryKey: [...deskKey, 'labels', 'counts'],
  queryFn: () => call(listLabels, { query: { with: 'counts' } }),
})
export const hoursQuery = queryOptions({
  queryKey: [...deskKey, 'business-hours'],
  queryFn: () => call(listBusinessHours),
})
export const slaQuery = queryOptions({ queryKey: [...deskKey, 'sla-policies'], queryFn: () => call(listSlaPolicies) })
export const cannedQuery = queryOptions({
  queryKey: [...deskKey, 'canned-replies', 'all'],
  queryFn: () => call(listCannedReplies, { query: {} }),
})

/** Reads the desk again whenever somebody changed it. */
export const useDeskHints = (): void => useInvalidateOn(['desk.updated', 'member.updated'], [deskKey])

/** Changes something of the desk, says so, and reads it again. `quiet` leaves showing a refusal to the caller. */
export const useDeskChange = <A, R>(change: (argument: A) => Promise<R>, { quiet = false } = {}) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toastSuccess(t('saved')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deskKey }),
    meta: { quiet },
  })
}

/** What was written in a form of the desk, and what it was written over; null for something new. */
export type DeskEdit<T, V> = { values: V; base: T | null }

/** Saves a form of the desk, which shows itself why it was refused. */
export const useDeskSave = <T, V>(save: (edit: DeskEdit<T, V>) => Promise<unknown>) => {
  const { mutateAsync } = useDeskChange(save, { quiet: true })
  return (values: V, base: T | null) => mutateAsync({ values, base })
}
