import { defineModule } from '#server/define-module.ts'
import { composingJobs } from './jobs.ts'
import { composingRoutes } from './routes.ts'

export const composingModule = defineModule({
  routes: composingRoutes,
  jobs: composingJobs,
})
