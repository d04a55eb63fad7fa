import { defineModule } from '#server/define-module.ts'
import { quotaJobs, quotaSchedules } from './jobs.ts'

export const quotasModule = defineModule({
  name: 'shared/quotas',
  jobs: quotaJobs,
  schedules: quotaSchedules,
})
