import { defineModule } from '#server/define-module.ts'
import { platformListExports } from './exports.ts'
import { platformAdminJobs, platformAdminSchedules } from './jobs.ts'
import { platformAdminRoutes } from './routes.ts'

export const accountsModule = defineModule({
  routes: platformAdminRoutes,
  jobs: platformAdminJobs,
  schedules: platformAdminSchedules,
  exports: platformListExports,
})
