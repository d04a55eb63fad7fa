import { defineModule } from '#server/define-module.ts'
import { risksArchive } from './archive.ts'
import { findFailuresJob, riskSchedules } from './jobs.ts'

export const risksModule = defineModule({
  name: 'campaigns/risks',
  jobs: [findFailuresJob],
  schedules: riskSchedules,
  archive: risksArchive,
})
