import { defineModule } from '#server/define-module.ts'
import { dashboardJobs, dashboardSchedules } from './jobs.ts'
import { dashboardRoutes } from './routes.ts'

export const dashboardModule = defineModule({
  name: 'admin/dashboard',
  routes: dashboardRoutes,
  jobs: dashboardJobs,
  schedules: dashboardSchedules,
})
