import {
  compareCampaignGroups,
  getCampaignAnalytics,
  getCampaignConversions,
} from '@recado/contracts/campaigns/analytics'
import { type Campaign, type CampaignState, getSeries } from '@recado/contracts/campaigns/campaigns'
import { getPreflight, previewMessages } from '@recado/contracts/campaigns/preflight'
import { listRecipients, previewRetry } from '@recado/contracts/campaigns/recipients'
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

/** Figures that are counted on request. Their key is not below the campaign’s, so that its progress does not refetch them. */
const countedOnce = { staleTime: 60_000, placeholderData: keepPreviousData }

export const groupsQuery = (id: string, query: { segments?: string; lists?: string }) =>
  queryOptions({
    queryKey: ['campaign-groups', id, query],
    queryFn: ({ signal }) => call(compareCampaignGroups, { params: { id }, query }, { signal }),
    ...countedOnce,
  })

export const conversionsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['campaign-conversions', id, days],
    queryFn: ({ signal }) => call(getCampaignConversions, { params: { id }, query: { days } }, { signal }),
    ...countedOnce,
  })

/** The next dates and the sums of a series. */
export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'series'],
    queryFn: ({ signal }) => call(getSeries, { params: { id } }, { signal }),
  })

/** What narrows the recipients. */
export const recipientFilterOf = ({
  tab: _,
  cursor: _cursor,
  days: _days,
  segments: _s,
  lists: _l,
  ...filter
}: CampaignPageSearch) => filter

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

/** What a launch that waits for approval would do. */
export const preflightQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'preflight'],
    queryFn: ({ signal }) => call(getPreflight, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Who failed, by why, and what another try costs. */
export const retryQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf(id), 'retry'],
    queryFn: ({ signal }) => call(previewRetry, { params: { id } }, { signal }),
    staleTime: 0,
  })

const moving: ReadonlySet<CampaignState> = new Set(['validating', 'scheduled', 'running'])
/** Whether it can be paused. */
export const isUnderWay = (state: CampaignState): boolean => moving.has(state)
/** Whether it has ended, however that was. */
export const isOver = (state: CampaignState): boolean => !isUnderWay(state) && state !== 'draft' && state !== 'paused'
/** Whether messages that failed can be sent again. */
export const isRetried = (state: CampaignState): boolean =>
  state === 'running' || state === 'paused' || state === 'completed' || state === 'completed_with_errors'
/** Whether a launch waits for a colleague. */
export const awaitsApproval = ({ state, approval }: Pick<Campaign, 'state' | 'approval'>): boolean =>
  state === 'scheduled' && approval.needed && approval.approvedBy === null
