import { getOverseenCampaign, listAllCampaigns } from '@recado/contracts/campaigns/oversight'
import type { EndpointCall } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { asQuery } from '#web/queries/admin.ts'
import { oversightKey } from '#web/queries/campaign-risks.ts'
import type { OversightSearch } from './search.ts'

type Query = NonNullable<EndpointCall<typeof listAllCampaigns>['query']>

/** A page of the campaigns of all companies, newest first. */
export const allCampaignsQuery = ({ open: _, ...search }: OversightSearch) =>
  queryOptions({
    queryKey: [...oversightKey, 'list', search],
    queryFn: ({ signal }) => call(listAllCampaigns, { query: asQuery<Query>(search) }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One campaign of any company. */
export const overseenQuery = (id: string) =>
  queryOptions({
    queryKey: [...oversightKey, 'one', id],
    queryFn: ({ signal }) => call(getOverseenCampaign, { params: { id } }, { signal }),
  })
