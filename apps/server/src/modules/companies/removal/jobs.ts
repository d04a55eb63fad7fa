import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { listRemovedCompanies } from '#server/modules/companies/companies/index.ts'
import { purgeCompany } from './purge.ts'

/** Under no company of its own: it would take itself away. */
const purgeJob = defineJob({
  name: 'company_removal.purge',
  queue: 'maintenance',
  input: z.object({ companyId: z.uuid() }),
  retrySeconds: [60, 600, 1800],
  timeoutSeconds: 1800,
  run: (deps, { companyId }, { signal }) => purgeCompany(systemCtx(deps, 'company_removal.purge'), companyId, signal),
})

export const sweepCompaniesJob = defineJob({
  name: 'company_removal.sweep',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: async (deps) => {
    for (const id of await listRemovedCompanies(systemCtx(deps, 'company_removal.sweep')))
      await deps.jobs.enqueue(deps.database.db, purgeJob, { companyId: id }, { uniqueKey: `purge:${id}` })
    deps.jobs.wake('maintenance')
  },
})

export const companyRemovalJobs = [purgeJob, sweepCompaniesJob]
export const companyRemovalSchedules: readonly ScheduleDefinition[] = [
  { name: 'company_removal.sweep', cron: '38 * * * *', job: sweepCompaniesJob },
]
