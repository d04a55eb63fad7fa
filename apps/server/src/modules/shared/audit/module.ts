import { defineModule } from '#server/define-module.ts'
import { auditJobs, auditSchedules } from './jobs.ts'

export const auditModule = defineModule({
  name: 'shared/audit',
  jobs: auditJobs,
  schedules: auditSchedules,
})
