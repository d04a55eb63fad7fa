import { defineModule } from '#server/define-module.ts'
import { composingJobs } from './jobs.ts'
import { composingRoutes } from './routes.ts'

export const composingModule = defineModule({
  name: 'inbox/composing',
  routes: composingRoutes,
  jobs: composingJobs,
})
