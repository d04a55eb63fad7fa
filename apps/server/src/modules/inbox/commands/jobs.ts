import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { wakeSnoozed } from './actions/wake.ts'

const wakeJob = defineJob({
  name: 'conversations.wake',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  run: (deps) => wakeSnoozed(deps),
})

export const commandJobs = [wakeJob]

export const commandSchedules: readonly ScheduleDefinition[] = [
  { name: 'conversations.wake', cron: '*/30 * * * * *', job: wakeJob },
]
