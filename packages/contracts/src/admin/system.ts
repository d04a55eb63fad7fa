import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, pageOf, pageQuery } from '../shared.ts'

/** What can be wrong with the running platform, the worst first. */
export const troubleKinds = [
  'workers_gone',
  'disk_low',
  'webhooks_behind',
  'sends_behind',
  'meta_refusing',
  'database_slow',
  'jobs_behind',
  'numbers_down',
  'webhooks_failed',
  'jobs_failed',
  'notices_failing',
] as const
export type TroubleKind = (typeof troubleKinds)[number]

const count = z.number().int()

const trouble = z.object({
  kind: z.enum(troubleKinds),
  /** `bad`: customers feel it now, or will soon. `watch`: someone should look today. */
  severity: z.enum(['bad', 'watch']),
  /** How many of what it speaks of: webhooks, messages, jobs, numbers, milliseconds, percent. */
  count,
  /** Seconds for which the oldest has waited, where something waits. */
  seconds: count.nullable(),
  since: instant.nullable(),
  /** Those it hits; null when it may hit all of them. */
  companies: z.object({ total: count, first: z.array(z.object({ id, name: z.string() })) }).nullable(),
})
export type Trouble = z.infer<typeof trouble>

const line = z.object({ waiting: count, oldestAt: instant.nullable() })

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/v1/admin/system',
  can: 'admin.platform',
  summary: 'How the platform runs at this moment, what is wrong with it and whom that hits',
  response: z.object({
    at: instant,
    version: z.string(),
    troubles: z.array(trouble),
    /** Processes that hold leases: those that work webhooks and sends. */
    workers: count,
    /** Open browser connections of the process that answers. */
    sockets: count,
    webhooks: line.extend({ failed: count, lastAt: instant.nullable() }),
    sends: line.extend({ unknown: count }),
    /** What was sent in the last quarter of an hour, and what Meta refused of it, by the class of the error. */
    meta: z.object({ sent: count, failed: count, classes: z.array(z.object({ name: z.string(), count })) }),
    queues: z.array(line.extend({ queue: z.string(), running: count, delayed: count, failed: count })),
    schedules: z.array(
      z.object({
        name: z.string(),
        cron: z.string(),
        timezone: z.string(),
        lastAt: instant.nullable(),
        nextAt: instant,
      }),
    ),
    database: z.object({
      bytes: z.number(),
      milliseconds: count,
      connections: count,
      maxConnections: count,
      /** How long the longest statement has been running. */
      longestSeconds: count,
      migrations: count,
    }),
    disk: z.object({ free: z.number(), total: z.number() }),
  }),
})
export type System = z.infer<typeof getSystem.response>

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/api/v1/admin/system/failed-jobs',
  can: 'admin.platform',
  summary: 'Jobs that gave up, the last first',
  query: pageQuery,
  response: pageOf(
    z.object({
      id,
      name: z.string(),
      queue: z.string(),
      company: z.object({ id, name: z.string() }).nullable(),
      error: z.string(),
      attempts: count,
      /** Not tried again by itself: the process ended each time it ran. Work of the same key waits for it. */
      setAside: z.boolean(),
      finishedAt: instant,
    }),
  ),
})

export const settleFailedJobs = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system/failed-jobs',
  can: 'admin.platform',
  summary: 'Run jobs that gave up once more, or let them go',
  body: z.object({
    action: z.enum(['retry', 'discard']),
    /** Some of them, or all that had given up at an instant. */
    jobs: z.union([z.object({ ids: z.array(id).min(1).max(100) }), z.object({ until: instant })]),
  }),
  response: z.object({ changed: count }),
})

export const retryFailedWebhooks = endpoint({
  method: 'POST',
  path: '/api/v1/admin/system/failed-webhooks',
  can: 'admin.platform',
  summary: 'Process webhooks once more that could not be processed',
  response: z.object({ changed: count }),
})
