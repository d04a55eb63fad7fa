import { listContactFields } from '@recado/contracts/contacts/contact-fields'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** What contacts can be filtered by, with the names of what values stand for. */
export const contactFieldsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'contact-fields'],
  queryFn: ({ signal }) => call(listContactFields, {}, { signal }),
  staleTime: settingsStale,
})
