import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { sumMessagesAcrossCompanies } from './sum-messages.ts'

const sumMessagesJob = defineJob({
  name: 'dashboard.sum_messages',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [],
  timeoutSeconds: 900,
  run: (deps, _input, info) => sumMessagesAcrossCompanies(systemCtx(deps, 'dashboard.sum_messages'), info.signal),
})

export const dashboardJobs = [sumMessagesJob]

export const dashboardSchedules: readonly ScheduleDefinition[] = [
  { name: 'dashboard.sum_messages', cron: '4-59/5 * * * *', job: sumMessagesJob },
]
