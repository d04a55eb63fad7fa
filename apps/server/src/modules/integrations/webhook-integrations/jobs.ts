import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { noteSilence } from './notices.ts'
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

const silenceJob = defineJob({
  name: 'webhook_integrations.silence',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: noteSilence,
})

export const inboundJobs = [forgetJob, silenceJob]

export const inboundSchedules: readonly ScheduleDefinition[] = [
  { name: 'webhook_integrations.forget', cron: '26 * * * *', job: forgetJob },
  { name: 'webhook_integrations.silence', cron: '*/15 * * * *', job: silenceJob },
]
