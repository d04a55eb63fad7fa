import {
  listNotificationIntegrations,
  listNotificationProviders,
} from '@recado/contracts/admin/notification-integrations'
import { getNotificationStats, listNotificationLogs } from '@recado/contracts/admin/notification-logs'
import { getNotificationRun, listNotificationRuns } from '@recado/contracts/admin/notification-runs'
import {
  getNotificationSubscriber,
  listNotificationSubscribers,
} from '@recado/contracts/admin/notification-subscribers'
import {
  type createNotificationWorkflow,
  getNotificationWorkflow,
  listNotificationOptions,
  listNotificationWorkflows,
  listNotificationWorkflowVersions,
  previewNotificationStep,
} from '@recado/contracts/admin/notification-workflows'
import type { EndpointCall, EndpointResponse } from '@recado/contracts/endpoint'
import type { NotificationJobStatus, StepInput, StepTemplate } from '@recado/contracts/notifications/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { LogSearch, RunSearch, SubscriberSearch, WorkflowSearch } from './search.ts'

export type WorkflowSummary = EndpointResponse<typeof listNotificationWorkflows>['data'][number]
export type WorkflowDetail = EndpointResponse<typeof getNotificationWorkflow>
export type WorkflowBody = EndpointCall<typeof createNotificationWorkflow>['body']
export type WorkflowVersion = EndpointResponse<typeof listNotificationWorkflowVersions>['data'][number]
export type Options = EndpointResponse<typeof listNotificationOptions>
export type Preview = EndpointResponse<typeof previewNotificationStep>
export type Run = EndpointResponse<typeof listNotificationRuns>['data'][number]
export type RunDetail = EndpointResponse<typeof getNotificationRun>
export type RunJob = RunDetail['jobs'][number]
export type SubscriberSummary = EndpointResponse<typeof listNotificationSubscribers>['data'][number]
export type SubscriberDetail = EndpointResponse<typeof getNotificationSubscriber>
export type Provider = EndpointResponse<typeof listNotificationProviders>['data'][number]
export type CredentialField = Provider['fields'][number]
export type Integration = EndpointResponse<typeof listNotificationIntegrations>['data'][number]
export type LogEntry = EndpointResponse<typeof listNotificationLogs>['data'][number]
export type StepPart = Omit<StepInput, 'variants'>

const root = ['notification-admin'] as const
export const notificationKeys = {
  workflows: [...root, 'workflows'],
  runs: [...root, 'runs'],
  integrations: [...root, 'integrations'],
  subscribers: [...root, 'subscribers'],
} as const

const pageSize = 25

/** A calendar day of this browser as the instant when it begins, some days later. */
const startOfDay = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

export const workflowsQuery = ({ search, group, active }: WorkflowSearch = {}) => {
  const query = { ...(search && { search }), ...(group && { groupId: group }), ...(active && { active }) }
  return queryOptions({
    queryKey: [...notificationKeys.workflows, 'list', query],
    queryFn: ({ signal }) => call(listNotificationWorkflows, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: [...notificationKeys.workflows, id],
    queryFn: ({ signal }) => call(getNotificationWorkflow, { params: { id } }, { signal }),
  })

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...notificationKeys.workflows, id, 'versions'],
    queryFn: ({ signal }) => call(listNotificationWorkflowVersions, { params: { id } }, { signal }),
  })

export const optionsQuery = queryOptions({
  queryKey: [...root, 'options'],
  queryFn: ({ signal }) => call(listNotificationOptions, {}, { signal }),
})

export const previewQuery = (template: StepTemplate, payload: Record<string, unknown>, subscriberId: string) =>
  queryOptions({
    queryKey: [...root, 'preview', template, payload, subscriberId],
    queryFn: ({ signal }) =>
      call(
        previewNotificationStep,
        { body: { template, payload, ...(subscriberId ? { subscriberId } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const runsQuery = ({ cursor, workflow, from, to, ...filters }: RunSearch) =>
  queryOptions({
    queryKey: [...notificationKeys.runs, 'list', { cursor, workflow, from, to, ...filters }],
    queryFn: ({ signal }) =>
      call(
        listNotificationRuns,
        {
          query: {
            ...filters,
            limit: pageSize,
            ...(cursor && { cursor }),
            ...(workflow && { workflowId: workflow }),
            ...(from && { from: startOfDay(from) }),
            ...(to && { to: startOfDay(to, 1) }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

/** Whether nothing will happen to a job any more. */
export const isSettled = (status: NotificationJobStatus): boolean =>
  ['completed', 'failed', 'canceled', 'merged', 'skipped'].includes(status)

const soon = 1000
const later = 10_000

/** A run, asked for again while it goes on: often while steps are being done, seldom while all of them wait. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...notificationKeys.runs, id],
    queryFn: ({ signal }) => call(getNotificationRun, { params: { id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.jobs.every(({ status }) => isSettled(status))) return false
      return data.jobs.some(({ status }) => status === 'delayed') ? later : soon
    },
  })

/** The first run of a transaction, as soon as there is one. */
export const runOfTransactionQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [...notificationKeys.runs, 'transaction', transactionId],
    queryFn: async ({ signal }) => {
      const { data } = await call(listNotificationRuns, { query: { transactionId, limit: 1 } }, { signal })
      return data[0] ?? null
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data ? false : soon),
  })

export const statsQuery = queryOptions({
  queryKey: [...root, 'stats'],
  queryFn: ({ signal }) => call(getNotificationStats, {}, { signal }),
})

export const providersQuery = queryOptions({
  queryKey: [...root, 'providers'],
  queryFn: ({ signal }) => call(listNotificationProviders, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const integrationsQuery = queryOptions({
  queryKey: notificationKeys.integrations,
  queryFn: ({ signal }) => call(listNotificationIntegrations, {}, { signal }),
})

export const subscribersQuery = ({ search, cursor }: SubscriberSearch) =>
  queryOptions({
    queryKey: [...notificationKeys.subscribers, 'list', { search, cursor }],
    queryFn: async ({ signal }) => {
      const query = { limit: pageSize, ...(search && { search }), ...(cursor && { cursor }) }
      const { data, page } = await call(listNotificationSubscribers, { query }, { signal })
      return { data: data.map((row) => ({ ...row, id: row.subscriberId })), page }
    },
    placeholderData: keepPreviousData,
  })

export const subscriberQuery = (subscriberId: string) =>
  queryOptions({
    queryKey: [...notificationKeys.subscribers, subscriberId],
    queryFn: ({ signal }) => call(getNotificationSubscriber, { params: { subscriberId } }, { signal }),
  })

export const logsQuery = ({ cursor, code, level, transactionId, subscriber }: LogSearch) =>
  queryOptions({
    queryKey: [...root, 'logs', { cursor, code, level, transactionId, subscriber }],
    queryFn: ({ signal }) =>
      call(
        listNotificationLogs,
        {
          query: {
            limit: pageSize,
            ...(cursor && { cursor }),
            ...(code && { code }),
            ...(level && { level }),
            ...(transactionId && { transactionId }),
            ...(subscriber && { subscriberId: subscriber }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
