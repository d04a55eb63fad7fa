import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { dropFreeAttachments, dropUnusedUploads } from './queries.ts'

const DAY = 86_400_000
const UPLOAD_DAYS = 30

const dropFreeJob = defineJob({
  name: 'files.drop_free',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: async (deps) => {
    const ctx = systemCtx(deps, 'files.drop_free')
    const ago = (days: number) => new Date(ctx.now().getTime() - days * DAY)
    const paths = [...(await dropFreeAttachments(ctx, ago(1))), ...(await dropUnusedUploads(ctx, ago(UPLOAD_DAYS)))]
    for (const path of paths) await deps.files.remove(path)
  },
})

export const fileJobs = [dropFreeJob]
export const fileSchedules: readonly ScheduleDefinition[] = [
  { name: 'files.drop_free', cron: '41 * * * *', job: dropFreeJob },
]
