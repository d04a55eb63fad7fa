import { listSlaPolicies } from '@recado/contracts/automation/sla-policies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** SLA policies of the company. */
export const slaPoliciesQuery = queryOptions({
  queryKey: [...companySettingsKey, 'sla-policies'],
  queryFn: ({ signal }) => call(listSlaPolicies, {}, { signal }),
  staleTime: settingsStale,
})
