import { getCampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import type { CampaignState } from '@recado/contracts/campaigns/campaigns'
import { previewMessages } from '@recado/contracts/campaigns/preflight'
import { listRecipients } from '@recado/contracts/campaigns/recipients'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { campaignQuery } from '#web/queries/campaigns.ts'
import type { CampaignPageSearch } from './search.ts'

const keyOf = (id: string) => campaignQuery(id).queryKey

export const analyticsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'analytics'],
    queryFn: ({ signal }) => call(getCampaignAnalytics, { params: { id } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** What narrows the recipients. */
export const recipientFilterOf = ({ tab: _, cursor: _cursor, ...filter }: CampaignPageSearch) => filter

export const recipientsQuery = (id: string, search: CampaignPageSearch) =>
  queryOptions({
    queryKey: [...keyOf(id), 'recipients', search],
    queryFn: ({ signal }) => {
      const { cursor } = search
      const query = { ...recipientFilterOf(search), count: 'exact' as const, ...(cursor ? { cursor } : {}) }
      return call(listRecipients, { params: { id }, query }, { signal })
    },
    placeholderData: keepPreviousData,
  })

export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'preview'],
    queryFn: ({ signal }) => call(previewMessages, { params: { id }, body: { count: 5 } }, { signal }),
    staleTime: 60_000,
  })

const moving: ReadonlySet<CampaignState> = new Set(['validating', 'scheduled', 'running'])
/** Whether it can be paused. */
export const isUnderWay = (state: CampaignState): boolean => moving.has(state)
/** Whether it has ended, however that was. */
export const isOver = (state: CampaignState): boolean => !isUnderWay(state) && state !== 'draft' && state !== 'paused'
