import { z } from 'zod'
import { defineJob } from './define.ts'
import { deleteFinished } from './statements.ts'

const KEEP_DAYS = 14

/** Forgets jobs that ended two weeks ago. */
export const forgetJobs = defineJob({
  name: 'jobs.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  timeoutSeconds: 300,
  run: async (deps) => {
    for (let deleted = 1; deleted > 0; ) {
      deleted = (await deleteFinished(deps.database.pool, KEEP_DAYS)).rowCount ?? 0
    }
  },
})
