import { defineModule } from '#server/define-module.ts'
import { adminUserExports } from './exports.ts'
import { adminUserJobs, adminUserSchedules } from './jobs.ts'
import { adminUserRoutes } from './routes.ts'

export const adminUsersModule = defineModule({
  name: 'admin/users',
  routes: adminUserRoutes,
  jobs: adminUserJobs,
  schedules: adminUserSchedules,
  exports: adminUserExports,
})
