import {
  getDeskSettings,
  listBusinessHours,
  listCannedReplies,
  listContactAttributes,
  listLabels,
  listMacros,
  listSlaPolicies,
  listTeams,
} from '@recado/contracts/desk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { useInvalidateOn } from '../../../lib/socket.ts'
import { toastSuccess } from '../../../lib/toasts.ts'

/** Everything of the desk, wherever it is shown, is read again when one thing of it changes. */
export const deskKey = ['desk'] as const

export const labelsQuery = queryOptions({
  queryKey: [...deskKey, 'labels', 'counts'],
  queryFn: () => call(listLabels, { query: { with: 'counts' } }),
})
export const teamsQuery = queryOptions({ queryKey: [...deskKey, 'teams'], queryFn: () => call(listTeams) })
export const hoursQuery = queryOptions({
  queryKey: [...deskKey, 'business-hours'],
  queryFn: () => call(listBusinessHours),
})
export const slaQuery = queryOptions({ queryKey: [...deskKey, 'sla-policies'], queryFn: () => call(listSlaPolicies) })
export const cannedQuery = queryOptions({
  queryKey: [...deskKey, 'canned-replies', 'all'],
  queryFn: () => call(listCannedReplies, { query: {} }),
})
export const macrosQuery = queryOptions({ queryKey: [...deskKey, 'macros'], queryFn: () => call(listMacros) })
export const attributesQuery = queryOptions({
  queryKey: [...deskKey, 'attributes'],
  queryFn: () => call(listContactAttributes),
})
export const settingsQuery = queryOptions({
  queryKey: [...deskKey, 'settings'],
  queryFn: () => call(getDeskSettings),
})

/** Reads the desk again whenever somebody changed it. */
export const useDeskHints = (): void => useInvalidateOn(['desk.updated', 'member.updated'], [deskKey])

/** Changes something of the desk, says so, and reads it again. */
export const useDeskChange = <A, R>(change: (argument: A) => Promise<R>) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toastSuccess(t('saved')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deskKey }),
  })
}
