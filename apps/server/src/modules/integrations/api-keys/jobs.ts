import { z } from 'zod'
import { inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { takeExpiring } from './queries.ts'

const expiringJob = defineJob({
  name: 'api_keys.expiring',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60, 600],
  run: (deps) =>
    inTransaction(systemCtx(deps, 'api_keys.expiring'), async (tx) => {
      for (const row of await takeExpiring(tx)) await emit(tx, 'api_key.expiring', row)
    }),
})

export const apiKeyJobs = [expiringJob]
export const apiKeySchedules: readonly ScheduleDefinition[] = [
  { name: 'api_keys.expiring', cron: '8 * * * *', job: expiringJob },
]
