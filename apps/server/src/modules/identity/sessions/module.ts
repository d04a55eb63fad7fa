import { defineModule } from '#server/define-module.ts'
import { sessionsArchive } from './archive.ts'
import { sessionJobs, sessionSchedules } from './jobs.ts'
import { sessionRoutes } from './routes.ts'

export const sessionsModule = defineModule({
  name: 'identity/sessions',
  routes: sessionRoutes,
  jobs: sessionJobs,
  schedules: sessionSchedules,
  changeEvents: ['session.changed'],
  archive: sessionsArchive,
})
