import { defineModule } from '#server/define-module.ts'
import { apiUsageArchive } from './archive.ts'
import { apiUsageJobs, apiUsageSchedules } from './jobs.ts'
import { apiUsageRoutes } from './routes.ts'

export const apiUsageModule = defineModule({
  name: 'integrations/api-usage',
  routes: apiUsageRoutes,
  jobs: apiUsageJobs,
  schedules: apiUsageSchedules,
  archive: apiUsageArchive,
})
