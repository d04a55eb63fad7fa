import { listSavedViews } from '@recado/contracts/inbox/saved-views'
import type { ListName } from '@recado/contracts/shared/list-names'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Saved views of a page: the user's own, and those shared with them. */
export const savedViewsQuery = (page: ListName) =>
  queryOptions({
    queryKey: [...companySettingsKey, 'views', page],
    queryFn: ({ signal }) => call(listSavedViews, { query: { page } }, { signal }),
    staleTime: settingsStale,
  })
