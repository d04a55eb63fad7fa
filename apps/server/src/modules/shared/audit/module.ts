import { defineModule } from '#server/define-module.ts'
import { auditExports } from './export.ts'
import { auditJobs, auditSchedules } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export const auditModule = defineModule({
  routes: auditRoutes,
  jobs: auditJobs,
  schedules: auditSchedules,
  exports: auditExports,
})
