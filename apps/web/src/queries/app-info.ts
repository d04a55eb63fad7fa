import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { getApp } from '@recado/contracts/shared/settings'
import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '#web/lib/api/fetch-json.ts'

/** What the installation tells everybody about itself. */
export const appInfoQuery = queryOptions({
  queryKey: ['app-info'],
  queryFn: () => fetchJson<EndpointResponse<typeof getApp>>('/api/v1/app'),
  staleTime: Number.POSITIVE_INFINITY,
})
