import { listTeams } from '@recado/contracts/companies/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Teams of the company. */
export const teamsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'teams'],
  queryFn: ({ signal }) => call(listTeams, {}, { signal }),
  staleTime: settingsStale,
})
