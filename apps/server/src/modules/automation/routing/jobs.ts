import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { fillCompany, sweepQueues } from './actions/pass-on.ts'

/** Assigns queued conversations of a company, because a member came online or has capacity again. */
export const fillJob = defineJob({
  name: 'routing.fill',
  queue: 'standard',
  input: z.object({ companyId: z.uuid() }),
  retrySeconds: [5, 30],
  run: (deps, { companyId }) => fillCompany(deps, companyId),
})

const sweepJob = defineJob({
  name: 'routing.sweep',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => sweepQueues(deps),
})

export const routingJobs = [fillJob, sweepJob]
export const routingSchedules: readonly ScheduleDefinition[] = [
  { name: 'routing.sweep', cron: '* * * * *', job: sweepJob },
]
