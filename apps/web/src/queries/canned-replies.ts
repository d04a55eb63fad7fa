import { listCannedReplies } from '@recado/contracts/inbox/canned-replies'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Canned replies that the person may use. */
export const cannedRepliesQuery = queryOptions({
  queryKey: [...companySettingsKey, 'canned-replies'],
  queryFn: ({ signal }) => call(listCannedReplies, { query: {} }, { signal }),
  staleTime: settingsStale,
})
