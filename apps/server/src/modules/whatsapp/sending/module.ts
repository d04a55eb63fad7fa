import { defineModule } from '#server/define-module.ts'
import { sendingJobs } from './jobs.ts'
import { sendingRoutes } from './routes.ts'
import { startSender } from './sender/sender.ts'

export const sendingModule = defineModule({
  routes: sendingRoutes,
  jobs: sendingJobs,
  worker: startSender,
})
