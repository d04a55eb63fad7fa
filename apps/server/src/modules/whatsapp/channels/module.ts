import { defineModule } from '#server/define-module.ts'
import { leaveMeta } from './actions/farewell.ts'
import { channelsArchive } from './archive.ts'
import { channelExports } from './export.ts'
import { channelJobs, channelSchedules } from './jobs.ts'
import { channelRoutes } from './routes.ts'

export const channelsModule = defineModule({
  name: 'whatsapp/channels',
  routes: channelRoutes,
  jobs: channelJobs,
  schedules: channelSchedules,
  exports: channelExports,
  changeEvents: ['channel.updated'],
  companyPurgeHandlers: [leaveMeta],
  archive: channelsArchive,
})
