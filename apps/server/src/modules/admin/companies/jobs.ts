import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { accessBulk } from './access/bulk.ts'
import { expireAccessJob } from './access/jobs.ts'
import { notifyCompanies, setCompanyFlags, tagCompanies } from './care/actions.ts'
import { deleteDueCompanies } from './companies/actions.ts'
import { checkTask, forgetImports, runTask } from './imports/run.ts'
import { changeUsers } from './users/bulk.ts'

const deleteCompaniesJob = defineJob({
  name: 'platform_admin.delete_companies',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => deleteDueCompanies(systemCtx(deps, 'platform_admin.delete_companies')),
})

const forgetImportsJob = defineJob({
  name: 'platform_admin.forget_imports',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => forgetImports(systemCtx(deps, 'platform_admin.forget_imports')),
})

export const platformAdminJobs = [
  expireAccessJob,
  deleteCompaniesJob,
  forgetImportsJob,
  accessBulk.job,
  changeUsers.job,
  notifyCompanies.job,
  setCompanyFlags.job,
  tagCompanies.job,
  checkTask.job,
  runTask.job,
]

export const platformAdminSchedules: readonly ScheduleDefinition[] = [
  { name: 'platform_admin.expire_access', cron: '7 * * * *', job: expireAccessJob },
  { name: 'platform_admin.delete_companies', cron: '31 * * * *', job: deleteCompaniesJob },
  { name: 'platform_admin.forget_imports', cron: '12 4 * * *', job: forgetImportsJob },
]
