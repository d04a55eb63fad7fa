import { defineModule } from '#server/define-module.ts'
import { scheduledArchive } from './archive.ts'
import { scheduledJobs, scheduledSchedules } from './jobs.ts'
import { eraseScheduled } from './queries.erase.ts'
import { scheduledRoutes } from './routes.ts'

export const scheduledModule = defineModule({
  name: 'inbox/scheduled',
  routes: scheduledRoutes,
  jobs: scheduledJobs,
  schedules: scheduledSchedules,
  archive: scheduledArchive,
  eraseHandlers: [eraseScheduled],
})
