import { defineModule } from '#server/define-module.ts'
import { apiKeysArchive } from './archive.ts'
import { apiKeyJobs, apiKeySchedules } from './jobs.ts'
import { apiKeyRoutes } from './routes.ts'

export const apiKeysModule = defineModule({
  name: 'integrations/api-keys',
  routes: apiKeyRoutes,
  jobs: apiKeyJobs,
  schedules: apiKeySchedules,
  archive: apiKeysArchive,
})
