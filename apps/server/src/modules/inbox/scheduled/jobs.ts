import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { sendDue } from './send-due.ts'

const sendDueJob = defineJob({
  name: 'scheduled.send_due',
  queue: 'standard',
  input: z.object({}),
  retrySeconds: [],
  timeoutSeconds: 300,
  run: (deps) => sendDue(deps),
})

export const scheduledJobs = [sendDueJob]
export const scheduledSchedules: readonly ScheduleDefinition[] = [
  { name: 'scheduled.send_due', cron: '*/15 * * * * *', job: sendDueJob },
]
