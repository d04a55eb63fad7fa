import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { sweepParked } from './actions/sweep-parked.ts'

const sweepParkedJob = defineJob({
  name: 'statuses.sweep_parked',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => sweepParked(deps),
})

export const recordingJobs = [sweepParkedJob]

export const recordingSchedules: readonly ScheduleDefinition[] = [
  { name: 'statuses.parked', cron: '* * * * *', job: sweepParkedJob },
]
