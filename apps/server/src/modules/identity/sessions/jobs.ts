import { z } from 'zod'
import { inTransaction, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { forgetExpiredSessions } from './actions.ts'
import { noteExpiry } from './impersonation-expiry.ts'

const forgetJob = defineJob({
  name: 'sessions.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetExpiredSessions(systemCtx(deps, 'sessions.forget')),
})

/** Runs when an impersonation ends automatically. */
export const endImpersonationJob = defineJob({
  name: 'sessions.end_impersonation',
  queue: 'standard',
  input: z.object({ sessionId: z.uuid(), expiresAt: z.iso.datetime() }),
  retrySeconds: [5, 60],
  run: (deps, { sessionId, expiresAt }) =>
    inTransaction(systemCtx(deps, 'sessions.end_impersonation'), (tx) =>
      noteExpiry(tx, sessionId, new Date(expiresAt)),
    ),
})

export const sessionJobs = [forgetJob, endImpersonationJob]

export const sessionSchedules: readonly ScheduleDefinition[] = [
  { name: 'sessions.forget', cron: '41 * * * *', job: forgetJob },
]
