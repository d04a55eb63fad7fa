import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant, pageOf, pageQuery } from '../shared.ts'

export const getNotificationStats = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/stats',
  can: 'admin.notifications',
  summary: 'Triggers and messages of the last 30 days by day',
  response: z.object({
    /** By day in UTC, the oldest first; of a day no more than 100,000 of each are counted. */
    days: z.array(
      z.object({ day: z.string(), triggers: z.number().int(), messages: z.number().int(), failed: z.number().int() }),
    ),
    /** Jobs waiting for now or later, and the age in seconds of the oldest that is due. */
    waiting: z.number().int(),
    oldestDueSeconds: z.number(),
  }),
})

export const listNotificationLogs = endpoint({
  method: 'GET',
  path: '/api/v1/admin/notifications/logs',
  can: 'admin.notifications',
  summary: 'The execution log, newest first',
  query: pageQuery.extend({
    code: z.coerce.number().int().optional(),
    level: z.enum(['error', 'success', 'info']).optional(),
    transactionId: z.string().max(500).optional(),
    subscriberId: z.string().max(500).optional(),
  }),
  response: pageOf(
    z.object({
      /** The subject of the log entry, and its code. */
      id: z.string(),
      code: z.number().int(),
      level: z.enum(['error', 'success', 'info']),
      text: z.string(),
      transactionId: z.string().nullable(),
      workflow: z.string().nullable(),
      subscriberId: z.string().nullable(),
      raw: z.string().nullable(),
      at: instant,
    }),
  ),
})
