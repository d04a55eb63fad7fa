import { defineModule } from '#server/define-module.ts'
import { fileJobs, fileSchedules } from './jobs.ts'
import { fileRoutes } from './routes.ts'

export const filesModule = defineModule({
  name: 'shared/files',
  routes: fileRoutes,
  jobs: fileJobs,
  schedules: fileSchedules,
})
