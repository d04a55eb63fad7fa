import { listSegments } from '@recado/contracts/contacts/segments'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Segments of contacts that I see. */
export const segmentsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'segments'],
  queryFn: ({ signal }) => call(listSegments, {}, { signal }),
  staleTime: settingsStale,
})
