import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { listRetainingCompanies } from '#server/modules/companies/companies/index.ts'
import { retire } from './retire.ts'

const retireJob = defineJob({
  name: 'retention.retire',
  queue: 'maintenance',
  input: z.object({ companyId: z.uuid() }),
  retrySeconds: [60, 600, 1800],
  timeoutSeconds: 3600,
  run: (deps, { companyId }, { signal }) => retire(systemCtx(deps, 'retention.retire'), companyId, signal),
})

export const sweepRetentionJob = defineJob({
  name: 'retention.sweep',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    for (const companyId of await listRetainingCompanies(systemCtx(deps, 'retention.sweep')))
      await deps.jobs.enqueue(deps.database.db, retireJob, { companyId }, { uniqueKey: `retention:${companyId}` })
    deps.jobs.wake('maintenance')
  },
})

export const retentionJobs = [retireJob, sweepRetentionJob]
export const retentionSchedules: readonly ScheduleDefinition[] = [
  { name: 'retention.sweep', cron: '7 4 * * *', job: sweepRetentionJob },
]
