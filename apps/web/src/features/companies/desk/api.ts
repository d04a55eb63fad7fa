import { listBusinessHours } from '@recado/contracts/business-hours'
import { listCannedReplies } from '@recado/contracts/canned-replies'
import { listLabels } from '@recado/contracts/labels'
import { listSlaPolicies } from '@recado/contracts/sla-policies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { deskKey } from '../../../lib/desk-queries.ts'
import { useInvalidateOn } from '../../../lib/socket.ts'
import { toastSuccess } from '../../../lib/toasts.ts'

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
