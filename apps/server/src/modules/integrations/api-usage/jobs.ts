import { apiLogDays, apiUsageDays } from '@recado/contracts/integrations/api-usage'
import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteHours, deleteRequests } from './queries/record.ts'

const DAY = 86_400_000

const forgetJob = defineJob({
  name: 'api_usage.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async ({ database: { pool }, now }, _input, { signal }) => {
    const ago = (days: number) => new Date(now().getTime() - days * DAY)
    while (!signal.aborted && (await deleteRequests(pool, ago(apiLogDays))) > 0);
    while (!signal.aborted && (await deleteHours(pool, ago(apiUsageDays))) > 0);
  },
})

export const apiUsageJobs = [forgetJob]
export const apiUsageSchedules: readonly ScheduleDefinition[] = [
  { name: 'api_usage.forget', cron: '17 * * * *', job: forgetJob },
]
