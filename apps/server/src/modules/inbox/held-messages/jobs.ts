import { z } from 'zod'
import { type Deps, systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { releaseByItself } from './actions/release.ts'
import { deleteUndone, findOverdue } from './queries.ts'
import { releaseJob } from './release-job.ts'

/** Longer than a job waits for its turn: what is due for so many seconds was left by a job that failed. */
const OVERDUE_SECONDS = 60

const sweep = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'held-messages')
  for (const place of await findOverdue(ctx, OVERDUE_SECONDS)) {
    try {
      await releaseByItself(deps, place)
    } catch (err) {
      deps.log.error({ err, ...place }, 'what is held could not be let go yet')
    }
  }
  await deleteUndone(ctx)
}

const sweepJob = defineJob({
  name: 'chat_changes.sweep_held',
  queue: 'standard',
  input: z.object({}),
  retrySeconds: [],
  timeoutSeconds: 300,
  run: (deps) => sweep(deps),
})

export const chatChangeJobs = [releaseJob, sweepJob]
export const chatChangeSchedules: readonly ScheduleDefinition[] = [
  { name: 'chat_changes.sweep_held', cron: '*/1 * * * *', job: sweepJob },
]
