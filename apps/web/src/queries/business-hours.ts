import { listBusinessHours } from '@recado/contracts/companies/business-hours'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Business hours of the company. */
export const businessHoursQuery = queryOptions({
  queryKey: [...companySettingsKey, 'business-hours'],
  queryFn: ({ signal }) => call(listBusinessHours, {}, { signal }),
  staleTime: settingsStale,
})
