import { defineModule } from '#server/define-module.ts'
import { companyRemovalJobs, companyRemovalSchedules } from './jobs.ts'

export const removalModule = defineModule({
  name: 'companies/removal',
  jobs: companyRemovalJobs,
  schedules: companyRemovalSchedules,
})
