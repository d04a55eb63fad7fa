import { type Campaign, type CampaignFilter, getCampaign, listCampaigns } from '@recado/contracts/campaigns/campaigns'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { newestOf } from '#web/lib/api/versions.ts'

/** Everything about campaigns: their lists and each of them. */
export const campaignsKey = ['campaigns'] as const

/** A page of campaigns, newest first. */
export const campaignsQuery = (filter: CampaignFilter, cursor?: string, limit = 25) => {
  const query = { ...filter, limit, ...(cursor ? { cursor } : {}) }
  return queryOptions({
    queryKey: [...campaignsKey, 'list', query],
    queryFn: ({ signal }) => call(listCampaigns, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** One campaign with its draft and how far it is. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: [...campaignsKey, 'one', id],
    queryFn: async ({ client, queryKey, signal }) => {
      const read = await call(getCampaign, { params: { id } }, { signal })
      return newestOf(client.getQueryData<Campaign>(queryKey), read)
    },
  })
