import { defineModule } from '#server/define-module.ts'
import { systemJobs, systemSchedules } from './jobs.ts'
import { systemRoutes } from './routes.ts'

export const systemModule = defineModule({
  name: 'admin/system',
  routes: systemRoutes,
  jobs: systemJobs,
  schedules: systemSchedules,
})
