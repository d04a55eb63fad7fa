import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { accessBulk } from './access/bulk.ts'
import { expireAccessJob } from './access/jobs.ts'
import { deleteDueCompanies } from './actions.ts'
import { notifyCompanies, setCompanyFlags, tagCompanies } from './care/actions.ts'

const deleteCompaniesJob = defineJob({
  name: 'platform_admin.delete_companies',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => deleteDueCompanies(systemCtx(deps, 'platform_admin.delete_companies')),
})

export const adminCompanyJobs = [
  expireAccessJob,
  deleteCompaniesJob,
  accessBulk.job,
  notifyCompanies.job,
  setCompanyFlags.job,
  tagCompanies.job,
]

export const adminCompanySchedules: readonly ScheduleDefinition[] = [
  { name: 'platform_admin.expire_access', cron: '7 * * * *', job: expireAccessJob },
  { name: 'platform_admin.delete_companies', cron: '31 * * * *', job: deleteCompaniesJob },
]
