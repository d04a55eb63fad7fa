import { getChecklist, getDashboardSeries, getDashboardSummary } from '@recado/contracts/dashboard'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Summary = EndpointResponse<typeof getDashboardSummary>
export type Checklist = EndpointResponse<typeof getChecklist>

/** The figures are rolled up by the server and cached for half a minute there. */
const refetchInterval = 30_000

export const checklistQuery = queryOptions({ queryKey: ['dashboard', 'checklist'], queryFn: () => call(getChecklist) })

export const summaryQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'summary', days],
    queryFn: () => call(getDashboardSummary, { query: { days } }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })

export const seriesQuery = (days: number) =>
  queryOptions({
    queryKey: ['dashboard', 'series', days],
    queryFn: () => call(getDashboardSeries, { query: { days } }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
