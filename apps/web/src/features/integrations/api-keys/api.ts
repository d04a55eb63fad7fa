import type { ApiScope } from '@recado/contracts/api-scopes'
import { listApiKeys } from '@recado/contracts/integrations/api-keys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'

/** The API keys of the company. */
export const apiKeysQuery = queryOptions({
  queryKey: [...companySettingsKey, 'api-keys'],
  queryFn: ({ signal }) => call(listApiKeys, {}, { signal }),
})

/** Where the name of a scope stands among the texts; a colon there would part a file of texts from its text. */
export const scopeTextKey = (scope: ApiScope): string => `scope.${scope.replace(':', '_')}`
