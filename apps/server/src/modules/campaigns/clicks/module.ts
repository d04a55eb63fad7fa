import { defineModule } from '#server/define-module.ts'
import { clicksArchive } from './archive.ts'
import { clickJobs, clickSchedules } from './jobs.ts'
import { eraseClicks } from './queries/clicks.ts'
import { clickRoutes } from './routes.ts'

export const clicksModule = defineModule({
  name: 'campaigns/clicks',
  routes: clickRoutes,
  jobs: clickJobs,
  schedules: clickSchedules,
  archive: clicksArchive,
  eraseHandlers: [eraseClicks],
})
