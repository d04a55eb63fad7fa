import { listContactLists } from '@recado/contracts/contacts/lists'
import { listContactTags } from '@recado/contracts/contacts/tags'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Tags of contacts. */
export const contactTagsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'contact-tags'],
  queryFn: ({ signal }) => call(listContactTags, {}, { signal }),
  staleTime: settingsStale,
})

/** Tags with how many contacts have each. */
export const contactTagCountsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'contact-tags', 'counts'],
  queryFn: ({ signal }) => call(listContactTags, { query: { with: 'counts' } }, { signal }),
})

/** Lists of contacts, with how many are in each. */
export const contactListsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'contact-lists'],
  queryFn: ({ signal }) => call(listContactLists, {}, { signal }),
})
