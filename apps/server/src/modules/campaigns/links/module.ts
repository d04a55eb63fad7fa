import { defineModule } from '#server/define-module.ts'
import { linksArchive } from './archive.ts'
import { linkJobs, linkSchedules } from './jobs.ts'
import { eraseClicks } from './queries/clicks.ts'
import { linkRoutes } from './routes.ts'

export const linksModule = defineModule({
  name: 'campaigns/links',
  routes: linkRoutes,
  jobs: linkJobs,
  schedules: linkSchedules,
  archive: linksArchive,
  eraseHandlers: [eraseClicks],
})
