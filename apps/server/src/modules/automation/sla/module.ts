import { defineModule } from '#server/define-module.ts'
import { slaArchive } from './archive.ts'
import { slaJobs, slaSchedules } from './jobs.ts'
import { eraseClocks } from './queries.erase.ts'

export const slaModule = defineModule({
  name: 'automation/sla',
  jobs: slaJobs,
  schedules: slaSchedules,
  archive: slaArchive,
  eraseHandlers: [eraseClocks],
})
