import { listApiKeys } from '@recado/contracts/integrations/api-keys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'

/** The API keys of the company. */
export const apiKeysQuery = queryOptions({
  queryKey: [...companySettingsKey, 'api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, {}, { signal }),
})
