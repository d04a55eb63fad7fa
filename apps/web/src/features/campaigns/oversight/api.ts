import { listAllCampaigns } from '@recado/contracts/campaigns/oversight'
import type { EndpointCall } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { adminKey, asQuery } from '#web/queries/admin.ts'
import type { OversightSearch } from './search.ts'

/** Campaigns of all companies: their list and each of them. */
export const oversightKey = [...adminKey, 'campaigns'] as const

type Query = NonNullable<EndpointCall<typeof listAllCampaigns>['query']>

/** A page of the campaigns of all companies, newest first. */
export const allCampaignsQuery = ({ open: _, ...search }: OversightSearch) =>
  queryOptions({
    queryKey: [...oversightKey, 'list', search],
    queryFn: ({ signal }) => call(listAllCampaigns, { query: asQuery<Query>(search) }, { signal }),
    placeholderData: keepPreviousData,
  })
