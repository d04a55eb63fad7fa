import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
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

export const privacyJobs = [eraseJob]
