import { defineModule } from '#server/define-module.ts'
import { authArchive } from './archive.ts'
import { authJobs, authSchedules } from './jobs.ts'
import { authRoutes } from './routes.ts'

export const authModule = defineModule({
  name: 'identity/auth',
  routes: authRoutes,
  jobs: authJobs,
  schedules: authSchedules,
  archive: authArchive,
})
