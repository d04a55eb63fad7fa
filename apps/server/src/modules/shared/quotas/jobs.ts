import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteFormerUses } from './queries.ts'

const forgetJob = defineJob({
  name: 'quotas.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => deleteFormerUses(systemCtx(deps, 'quotas.forget')),
})

export const quotaJobs = [forgetJob]
export const quotaSchedules: readonly ScheduleDefinition[] = [
  { name: 'quotas.forget', cron: '53 3 * * *', job: forgetJob },
]
