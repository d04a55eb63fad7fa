import { listLabels } from '@recado/contracts/inbox/labels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Labels of conversations. */
export const labelsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'labels'],
  queryFn: ({ signal }) => call(listLabels, {}, { signal }),
  staleTime: settingsStale,
})

/** Labels with how often each is used. */
export const labelCountsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'labels', 'counts'],
  queryFn: ({ signal }) => call(listLabels, { query: { with: 'counts' } }, { signal }),
})
