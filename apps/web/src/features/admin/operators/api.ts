import {
  getPortfolios,
  getSignupFunnel,
  getSignupSetup,
  listIncidents,
  listOperatorChannels,
  listOperatorOnboardings,
  listOperators,
  type OperatorChannelFilter,
} from '@recado/contracts/admin/operators'
import type { OnboardingState } from '@recado/contracts/whatsapp/signup'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const operatorKey = ['operator'] as const

export const operatorChannelsQuery = (filter: OperatorChannelFilter, cursor: string | undefined, limit = 25) =>
  queryOptions({
    queryKey: [...operatorKey, 'channels', filter, cursor, limit],
    queryFn: ({ signal }) =>
      call(listOperatorChannels, { query: { ...filter, ...(cursor ? { cursor } : {}), limit } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const signupSetupQuery = () =>
  queryOptions({
    queryKey: [...operatorKey, 'setup'],
    queryFn: ({ signal }) => call(getSignupSetup, {}, { signal }),
  })

export const signupFunnelQuery = (days: number) =>
  queryOptions({
    queryKey: [...operatorKey, 'funnel', days],
    queryFn: ({ signal }) => call(getSignupFunnel, { query: { days } }, { signal }),
  })

export const signupsQuery = (state: OnboardingState | undefined, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...operatorKey, 'signups', state, cursor],
    queryFn: ({ signal }) =>
      call(
        listOperatorOnboardings,
        { query: { limit: 25, ...(state ? { state } : {}), ...(cursor ? { cursor } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const operatorsQuery = () =>
  queryOptions({
    queryKey: [...operatorKey, 'people'],
    queryFn: ({ signal }) => call(listOperators, {}, { signal }),
  })

export const portfoliosQuery = () =>
  queryOptions({
    queryKey: [...operatorKey, 'portfolios'],
    queryFn: ({ signal }) => call(getPortfolios, {}, { signal }),
  })

export const incidentsQuery = () =>
  queryOptions({
    queryKey: [...operatorKey, 'incidents'],
    queryFn: ({ signal }) => call(listIncidents, {}, { signal }),
  })
