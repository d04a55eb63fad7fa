import { defineModule } from '#server/define-module.ts'
import { companyRemovalJobs, companyRemovalSchedules } from './jobs.ts'

export const removalModule = defineModule({
  jobs: companyRemovalJobs,
  schedules: companyRemovalSchedules,
})
