import { z } from 'zod'
import { inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { takeDueRequests } from './queries/requests.ts'
import { runErasure } from './run-erasure.ts'

/** Under its company, but it forgets no job that is not done: not itself. */
export const eraseJob = defineJob({
  name: 'contacts.erase',
  queue: 'maintenance',
  input: z.object({ erasureId: z.uuid() }),
  retrySeconds: [10, 60, 600, 1800],
  timeoutSeconds: 1800,
  run: (deps, { erasureId }, { signal }) => runErasure(systemCtx(deps, 'contacts.erase'), erasureId, signal),
})

/** Reminds people of requests that are almost due, or overdue. */
export const remindJob = defineJob({
  name: 'privacy_requests.remind',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) =>
    inTransaction(systemCtx(deps, 'privacy_requests.remind'), async (tx) => {
      const due = await takeDueRequests(tx)
      for (const { id, ...request } of due) await emit(tx, 'privacy_request.due', { ...request, requestId: id })
    }),
})

export const privacyJobs = [eraseJob, remindJob]
export const privacySchedules: readonly ScheduleDefinition[] = [
  { name: 'privacy_requests.remind', cron: '41 * * * *', job: remindJob },
]
