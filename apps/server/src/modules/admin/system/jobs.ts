import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { watchSystem } from './actions.ts'

const watchJob = defineJob({
  name: 'system.watch',
  queue: 'standard',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => watchSystem(systemCtx(deps, 'system.watch')),
})

export const systemJobs = [watchJob]
export const systemSchedules: readonly ScheduleDefinition[] = [
  { name: 'system.watch', cron: '* * * * *', job: watchJob },
]
