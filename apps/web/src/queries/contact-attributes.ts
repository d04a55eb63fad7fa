import { listContactAttributes } from '@recado/contracts/contacts/contact-attributes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Contact fields that the company made up. */
export const contactAttributesQuery = queryOptions({
  queryKey: [...companySettingsKey, 'contact-attributes'],
  queryFn: ({ signal }) => call(listContactAttributes, {}, { signal }),
  staleTime: settingsStale,
})
