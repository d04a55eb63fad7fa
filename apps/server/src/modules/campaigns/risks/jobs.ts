import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { findFailures } from './actions.ts'

export const findFailuresJob = defineJob({
  name: 'campaigns.find_failures',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => findFailures(systemCtx(deps, 'campaigns.find_failures')),
})

export const riskSchedules: readonly ScheduleDefinition[] = [
  { name: 'campaigns.find_failures', cron: '* * * * *', job: findFailuresJob },
]
