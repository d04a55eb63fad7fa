import {
  getChecklist,
  getDashboardAttention,
  getDashboardHealth,
  getDashboardHeat,
  getDashboardSeries,
  getDashboardSpend,
  getDashboardSummary,
  getPlatformDashboard,
  getSupportDashboard,
  listDashboardPeople,
} from '@recado/contracts/admin/dashboard'
import { getOperatorFigures } from '@recado/contracts/admin/operators'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { systemQuery } from '#web/queries/system.ts'
import type { DashboardSearch } from './periods.ts'

export type Summary = EndpointResponse<typeof getDashboardSummary>
export type Checklist = EndpointResponse<typeof getChecklist>
export type Attention = EndpointResponse<typeof getDashboardAttention>
export type Series = EndpointResponse<typeof getDashboardSeries>
export type Platform = EndpointResponse<typeof getPlatformDashboard>

/** The server keeps its answers for half a minute. */
const refetchInterval = 30_000
const fresh = { placeholderData: keepPreviousData, refetchInterval }

const queryOf = ({ compare: _, whose: _whose, people: _people, ...period }: DashboardSearch) => period

export const checklistQuery = queryOptions({ queryKey: ['dashboard', 'checklist'], queryFn: () => call(getChecklist) })

export const summaryQuery = (search: DashboardSearch) => {
  const query = queryOf(search)
  const queryKey = ['dashboard', 'summary', query]
  return queryOptions({ queryKey, queryFn: () => call(getDashboardSummary, { query }), ...fresh })
}

export const seriesQuery = (search: DashboardSearch) => {
  const query = queryOf(search)
  const queryKey = ['dashboard', 'series', query]
  return queryOptions({ queryKey, queryFn: () => call(getDashboardSeries, { query }), ...fresh })
}

export const heatQuery = (search: DashboardSearch) => {
  const query = queryOf(search)
  return queryOptions({
    queryKey: ['dashboard', 'heat', query],
    queryFn: () => call(getDashboardHeat, { query }),
    ...fresh,
  })
}

export const spendQuery = (search: DashboardSearch) => {
  const query = queryOf(search)
  const queryKey = ['dashboard', 'spend', query]
  return queryOptions({ queryKey, queryFn: () => call(getDashboardSpend, { query }), ...fresh })
}

export const attentionQuery = queryOptions({
  queryKey: ['dashboard', 'attention'],
  queryFn: () => call(getDashboardAttention),
  refetchInterval,
})

export const healthQuery = queryOptions({
  queryKey: ['dashboard', 'health'],
  queryFn: () => call(getDashboardHealth),
  refetchInterval,
})

/** The start of the current day in the reader's time zone. */
const startOfDay = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

export const platformQuery = queryOptions({
  queryKey: ['dashboard', 'platform'],
  queryFn: () => call(getPlatformDashboard, { query: { since: startOfDay() } }),
  refetchInterval,
})

export const operatorQuery = queryOptions({
  queryKey: ['dashboard', 'operator'],
  queryFn: () => call(getOperatorFigures),
  refetchInterval,
})

export const peopleQuery = (search: DashboardSearch, kind: NonNullable<DashboardSearch['people']>) => {
  const query = { ...queryOf(search), kind }
  return infiniteQueryOptions({
    queryKey: ['dashboard', 'people', query],
    queryFn: ({ pageParam }) =>
      call(listDashboardPeople, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.next,
  })
}

export const supportQuery = queryOptions({
  queryKey: ['dashboard', 'support'],
  queryFn: () => call(getSupportDashboard),
  refetchInterval,
})

const TROUBLES_MS = 60_000

/** The state of the system, asked for less often than on its own page. */
export const troublesQuery = { ...systemQuery, refetchInterval: TROUBLES_MS }
