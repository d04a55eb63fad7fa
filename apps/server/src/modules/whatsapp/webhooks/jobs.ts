import { z } from 'zod'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { deleteOldEvents } from './queries/events.ts'

const KEPT_DAYS = 30

const forgetEventsJob = defineJob({
  name: 'webhooks.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  timeoutSeconds: 600,
  run: async (deps, _input, info) => {
    while (!info.signal.aborted && (await deleteOldEvents(deps.database.pool, KEPT_DAYS)) > 0);
  },
})

export const ingressJobs = [forgetEventsJob]

export const ingressSchedules: readonly ScheduleDefinition[] = [
  { name: 'webhooks.forget', cron: '41 3 * * *', job: forgetEventsJob },
]
