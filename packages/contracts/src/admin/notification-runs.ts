import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { detailMoments } from '../notifications/details.ts'
import {
  channelType,
  detailStatuses,
  notificationId,
  notificationIdParams,
  notificationJobStatuses,
  stepTypes,
  triggerStatuses,
} from '../notifications/domain.ts'
import { keysOf } from '../shared/keys.ts'
import { instant, jsonObject, pageOf, pageQuery } from '../shared.ts'
import { subscriberPerson } from './notification-subscribers.ts'
import { workflowTranslations } from './notification-workflows.ts'

const moments = keysOf(detailMoments)

const runJob = z.object({
  id: notificationId,
  type: z.enum(stepTypes),
  name: z.string().nullable(),
  status: z.enum(notificationJobStatuses),
  /** Until when it waits. */
  runAt: instant.nullable(),
  providerId: z.string().nullable(),
})

const run = z.object({
  id: notificationId,
  transactionId: z.string(),
  workflow: z.object({
    id: notificationId,
    name: z.string(),
    identifier: z.string(),
    translations: workflowTranslations,
  }),
  subscriber: subscriberPerson.nullable(),
  tenant: z.object({ identifier: z.string(), name: z.string().nullable() }).nullable(),
  jobs: z.array(runJob),
  isTest: z.boolean(),
  createdAt: instant,
})

export const listNotificationRuns = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/runs',
  can: 'admin.notifications',
  summary:
    'Each trigger and subscriber with how far its steps are, newest first; a page may have fewer than asked for, even none, before the last',
  query: pageQuery.extend({
    workflowId: notificationId.optional(),
    /** The subscriber's id or e-mail address. */
    subscriber: z.string().max(500).optional(),
    transactionId: z.string().max(500).optional(),
    tenant: z.string().max(500).optional(),
    channel: channelType.optional(),
    status: z.enum(notificationJobStatuses).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  response: pageOf(run),
})

const runDetail = run.extend({
  /** Null when it is too large to be shown. */
  payload: jsonObject.nullable(),
  overrides: jsonObject,
  actor: subscriberPerson.nullable(),
  workflowVersion: z.number().int(),
  jobs: z.array(
    runJob.extend({
      digest: jsonObject.nullable(),
      mergedInto: z.string().nullable(),
      details: z.array(
        z.object({
          moment: z.enum(moments),
          status: z.enum(detailStatuses),
          providerId: z.string().nullable(),
          raw: z.string().nullable(),
          webhookStatus: z.string().nullable(),
          isRetry: z.boolean(),
          at: instant,
        }),
      ),
      messages: z.array(
        z.object({
          id: notificationId,
          channel: channelType,
          address: z.string().nullable(),
          subject: z.string().nullable(),
          content: z.string(),
          status: z.enum(['pending', 'sent', 'error', 'warning', 'unknown']),
          error: z.string().nullable(),
          seenAt: instant.nullable(),
          readAt: instant.nullable(),
        }),
      ),
    }),
  ),
})

export const getNotificationRun = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/runs/:id',
  can: 'admin.notifications',
  summary: 'The steps of a run with everything that was decided about them',
  params: notificationIdParams,
  response: runDetail,
})

export const cancelNotificationRun = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/runs/:id/cancellation',
  can: 'admin.notifications',
  summary: 'Cancel what still waits of the trigger of a run',
  params: notificationIdParams,
  response: z.object({ canceled: z.boolean() }),
})

export const repeatNotificationRun = endpoint({
  method: 'POST',
  path: '/api/v1/admin/notifications/runs/:id/repetitions',
  can: 'admin.notifications',
  summary: 'Trigger the same again for the subscriber of a run, as a new transaction',
  params: notificationIdParams,
  response: z.object({ status: z.enum(triggerStatuses), transactionId: z.string().nullable() }),
  errors: ['state_invalid', 'notification_payload_incomplete'],
})
