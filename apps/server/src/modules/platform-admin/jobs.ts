import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { expireAccessJob } from './access/jobs.ts'
import { deleteDueCompanies } from './companies/actions.ts'

const deleteCompaniesJob = defineJob({
  name: 'platform_admin.delete_companies',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => deleteDueCompanies(systemCtx(deps, 'platform_admin.delete_companies')),
})

export const platformAdminJobs = [expireAccessJob, deleteCompaniesJob]

export const platformAdminSchedules: readonly ScheduleDefinition[] = [
  { name: 'platform_admin.expire_access', cron: '7 * * * *', job: expireAccessJob },
  { name: 'platform_admin.delete_companies', cron: '31 * * * *', job: deleteCompaniesJob },
]
