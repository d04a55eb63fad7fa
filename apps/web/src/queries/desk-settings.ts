import { getDeskSettings } from '@recado/contracts/automation/desk-settings'
import { listTeams } from '@recado/contracts/companies/teams'
import { listContactAttributes } from '@recado/contracts/contacts/contact-attributes'
import { listMacros } from '@recado/contracts/inbox/macros'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Everything of the desk, wherever it is shown, is read again when one thing of it changes. */
export const deskKey = ['desk'] as const

/** It changes rarely, and a hint says when (milliseconds). */
export const deskStale = 5 * 60_000

export const teamsQuery = queryOptions({
  queryKey: [...deskKey, 'teams'],
  queryFn: ({ signal }) => call(listTeams, {}, { signal }),
  staleTime: deskStale,
})

export const macrosQuery = queryOptions({
  queryKey: [...deskKey, 'macros'],
  queryFn: ({ signal }) => call(listMacros, {}, { signal }),
  staleTime: deskStale,
})

export const attributesQuery = queryOptions({
  queryKey: [...deskKey, 'attributes'],
  queryFn: ({ signal }) => call(listContactAttributes, {}, { signal }),
  staleTime: deskStale,
})

export const deskSettingsQuery = queryOptions({
  queryKey: [...deskKey, 'settings'],
  queryFn: ({ signal }) => call(getDeskSettings, {}, { signal }),
  staleTime: deskStale,
})
