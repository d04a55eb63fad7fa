import { webhookKeptDays } from '@recado/contracts/integrations/webhook-endpoints'
import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { recoverAll } from './actions/recover.ts'
import { deleteOldDeliveries } from './queries/deliveries.ts'

const forgetJob = defineJob({
  name: 'webhook_endpoints.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, _input, { signal }) => {
    while (!signal.aborted && (await deleteOldDeliveries(deps.database.pool, webhookKeptDays)) > 0);
  },
})

export const recoverJob = defineJob({
  name: 'webhook_endpoints.recover',
  queue: 'tasks',
  input: z.object({ companyId: z.string(), endpointId: z.string(), since: z.string(), left: z.number() }),
  retrySeconds: [10, 60, 600],
  timeoutSeconds: 600,
  run: (deps, input, { signal }) => recoverAll(deps, input, signal),
})

export const outboundJobs = [forgetJob, recoverJob]

export const outboundSchedules: readonly ScheduleDefinition[] = [
  { name: 'webhook_endpoints.forget', cron: '41 * * * *', job: forgetJob },
]
