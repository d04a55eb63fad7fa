import { defineModule } from '#server/define-module.ts'
import { auditJobs, auditSchedules } from './jobs.ts'

export const auditModule = defineModule({
  jobs: auditJobs,
  schedules: auditSchedules,
})
