import { defineModule } from '#server/define-module.ts'
import { privacyArchive } from './archive.ts'
import { emptyBinJob, emptyBinSchedule } from './empty-bin.ts'
import { privacyJobs, privacySchedules } from './jobs.ts'
import { moveRequests } from './queries/requests.merge.ts'
import { privacyRoutes } from './routes.ts'

export const privacyModule = defineModule({
  name: 'contacts/privacy',
  routes: privacyRoutes,
  jobs: [...privacyJobs, emptyBinJob],
  schedules: [...privacySchedules, emptyBinSchedule],
  archive: privacyArchive,
  mergeHandlers: [{ name: 'privacy', move: moveRequests }],
})
