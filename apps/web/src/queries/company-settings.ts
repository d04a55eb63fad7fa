import { getChatSettings } from '@recado/contracts/inbox/chat-settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'

/** Everything that a company sets up (teams, labels, hours, …): read again, wherever it is shown, when one of it changes. */
export const companySettingsKey = ['company-settings'] as const

/** It changes rarely, and a change event says when (milliseconds). */
export const settingsStale = 5 * 60_000

const keys = [companySettingsKey]

/** Keeps what is shown of it up to date, whoever changes it. */
export const useCompanySettingsChanges = (): void => useInvalidateOn(['settings.updated', 'member.updated'], keys)

/** How the company answers its customers. */
export const chatSettingsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'conversations'],
  queryFn: ({ signal }) => call(getChatSettings, {}, { signal }),
  staleTime: settingsStale,
})
