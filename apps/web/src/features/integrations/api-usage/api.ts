import { type ApiUsage, getApiUsage, listApiRequests } from '@recado/contracts/integrations/api-usage'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { UsageSearch } from './search.ts'

const key = ['api-usage'] as const

export const usageQuery = queryOptions({
  queryKey: [...key, 'sums'],
  queryFn: ({ signal }): Promise<ApiUsage> => call(getApiUsage, { query: {} }, { signal }),
  staleTime: 30_000,
})

export const requestsQuery = ({ key: keyId, outcome, search }: UsageSearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...key, 'requests', keyId ?? null, outcome ?? null, search ?? null, cursor ?? null],
    queryFn: ({ signal }) =>
      call(
        listApiRequests,
        {
          query: {
            limit: 50,
            ...(keyId && { keyId }),
            ...(outcome && { outcome }),
            ...(search && search.length > 1 && { search }),
            ...(cursor && { cursor }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
