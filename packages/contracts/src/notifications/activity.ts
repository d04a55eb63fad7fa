import { z } from 'zod'
import { jsonObject } from '../shared.ts'
import {
  channelType,
  detailSources,
  detailStatuses,
  notificationId,
  notificationJobStatuses,
  stepTypes,
} from './domain.ts'
import { queryList, queryPage, wireObject, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const common = { auth: 'apiKey', tag: 'Activity' } as const
const lastOf = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [value].flat().at(-1))

export const executionDetail = wireObject({
  _id: z.string(),
  _jobId: z.string(),
  status: z.enum(detailStatuses),
  source: z.enum(detailSources),
  detail: z.string(),
  isRetry: z.boolean(),
  isTest: z.boolean(),
  providerId: z.string().optional(),
  raw: z.string().nullish(),
  createdAt: z.string(),
})

export const activityJob = wireObject({
  _id: z.string(),
  type: z.enum(stepTypes),
  status: z.enum(notificationJobStatuses),
  digest: jsonObject.optional(),
  payload: jsonObject,
  providerId: z.string().optional(),
  step: wireObject({}).optional(),
  executionDetails: z.array(executionDetail),
})

/** A workflow that ran for a subscriber. */
export const activityItem = wireObject({
  _id: z.string(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  transactionId: z.string(),
  createdAt: z.string(),
  channels: z.array(z.string()),
  /** Absent when the subscriber was removed since. */
  subscriber: wireObject({ _id: z.string(), subscriberId: z.string() }).optional(),
  template: wireObject({
    _id: z.string(),
    name: z.string(),
    triggers: z.array(wireObject({ identifier: z.string() })),
  }),
  jobs: z.array(activityJob),
})

export const listActivity = v1({
  ...common,
  method: 'GET',
  path: '/v1/notifications',
  summary: 'List what workflows did, ten at a time',
  query: z.object({
    page: queryPage,
    channels: queryList.pipe(z.array(channelType).optional()),
    templates: queryList.pipe(z.array(notificationId).optional()),
    subscriberIds: queryList,
    emails: queryList,
    search: lastOf,
    transactionId: lastOf,
  }),
  response: wirePage(activityItem).extend({ hasMore: z.boolean() }),
})

export const getActivityStats = v1({
  ...common,
  method: 'GET',
  path: '/v1/notifications/stats',
  summary: 'How much was sent in the last week and month',
  response: z.object({ weeklySent: z.number(), monthlySent: z.number() }),
})

export const getActivityGraph = v1({
  ...common,
  method: 'GET',
  path: '/v1/notifications/graph/stats',
  summary: 'How much was sent on each of the last days',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(32) }),
  response: z.array(
    z.object({ _id: z.string(), count: z.number(), templates: z.array(z.string()), channels: z.array(z.string()) }),
  ),
})

export const getActivity = v1({
  ...common,
  method: 'GET',
  path: '/v1/notifications/:notificationId',
  summary: 'What one workflow did for one subscriber',
  params: z.object({ notificationId }),
  response: activityItem,
})

export const listExecutionDetails = v1({
  ...common,
  method: 'GET',
  path: '/v1/execution-details',
  summary: 'Everything that was decided about a notification',
  query: z.object({ notificationId, subscriberId: z.string() }),
  response: z.array(executionDetail),
})
