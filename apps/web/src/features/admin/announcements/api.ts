import { countSystemAudience, listSystemCampaigns, type SystemCampaign } from '@recado/contracts/admin/system-campaigns'
import type { EndpointCall } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { adminKey, asQuery } from '#web/queries/admin.ts'
import type { SystemSearch } from './search.ts'

export type { SystemCampaign } from '@recado/contracts/admin/system-campaigns'

export const announcementsKey = [...adminKey, 'system-campaigns'] as const

type Query = NonNullable<EndpointCall<typeof listSystemCampaigns>['query']>

const LOOK_AGAIN_MS = 5000

/** Whether it goes out now, which nothing tells this page. */
const isLeaving = ({ state, startsAt }: SystemCampaign) =>
  state === 'sending' || (state === 'scheduled' && startsAt !== null && new Date(startsAt) <= new Date())

/** A page of announcements, newest first. */
export const announcementsQuery = ({ open: _, ...search }: SystemSearch) =>
  queryOptions({
    queryKey: [...announcementsKey, 'list', search],
    queryFn: ({ signal }) => call(listSystemCampaigns, { query: asQuery<Query>(search) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isLeaving) ? LOOK_AGAIN_MS : false),
  })

/** How many users an announcement would reach. */
export const audienceQuery = (wanted: Pick<SystemCampaign, 'audience' | 'topic' | 'capDays'>) =>
  queryOptions({
    queryKey: [...announcementsKey, 'audience', wanted],
    queryFn: ({ signal }) => call(countSystemAudience, { body: wanted }, { signal }),
    placeholderData: keepPreviousData,
  })
