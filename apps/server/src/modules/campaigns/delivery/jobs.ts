import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { recountAcrossCompanies } from './steps/recount.ts'

export const recountJob = defineJob({
  name: 'campaigns.recount',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [600],
  timeoutSeconds: 1800,
  run: (deps, _input, { signal }) => recountAcrossCompanies(systemCtx(deps, 'campaigns.recount'), signal),
})

export const deliverySchedules: readonly ScheduleDefinition[] = [
  { name: 'campaigns.recount', cron: '19 2 * * *', job: recountJob },
]
