import { listMacros } from '@recado/contracts/inbox/macros'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Macros that the person may use. */
export const macrosQuery = queryOptions({
  queryKey: [...companySettingsKey, 'macros'],
  queryFn: ({ signal }) => call(listMacros, {}, { signal }),
  staleTime: settingsStale,
})
