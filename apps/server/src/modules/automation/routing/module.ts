import { defineModule } from '#server/define-module.ts'
import { routingJobs, routingSchedules } from './jobs.ts'
import { eraseAssignments } from './queries/erase.ts'
import { routingRoutes } from './routes.ts'

export const routingModule = defineModule({
  name: 'automation/routing',
  routes: routingRoutes,
  jobs: routingJobs,
  schedules: routingSchedules,
  eraseHandlers: [eraseAssignments],
})
