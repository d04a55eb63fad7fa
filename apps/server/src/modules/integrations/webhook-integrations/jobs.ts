import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteOldInbound } from './queries/inbound.ts'

const KEPT_DAYS = 30

const forgetJob = defineJob({
  name: 'webhook_integrations.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, _input, { signal }) => {
    while (!signal.aborted && (await deleteOldInbound(deps.database.pool, KEPT_DAYS)) > 0);
  },
})

export const inboundJobs = [forgetJob]

export const inboundSchedules: readonly ScheduleDefinition[] = [
  { name: 'webhook_integrations.forget', cron: '26 * * * *', job: forgetJob },
]
