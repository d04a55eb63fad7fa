import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { dropFreeAttachments } from './queries.ts'

const DAY = 86_400_000

const dropFreeJob = defineJob({
  name: 'files.drop_free',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: async (deps) => {
    const ctx = systemCtx(deps, 'files.drop_free')
    const paths = await dropFreeAttachments(ctx, new Date(ctx.now().getTime() - DAY))
    for (const path of paths) await deps.files.remove(path)
  },
})

export const fileJobs = [dropFreeJob]
export const fileSchedules: readonly ScheduleDefinition[] = [
  { name: 'files.drop_free', cron: '41 * * * *', job: dropFreeJob },
]
