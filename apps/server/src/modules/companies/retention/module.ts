import { defineModule } from '#server/define-module.ts'
import { retentionJobs, retentionSchedules } from './jobs.ts'
import { retentionRoutes } from './routes.ts'

export const retentionModule = defineModule({
  name: 'companies/retention',
  routes: retentionRoutes,
  jobs: retentionJobs,
  schedules: retentionSchedules,
})
