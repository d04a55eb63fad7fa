import { defineModule } from '#server/define-module.ts'
import { consentJobs } from './jobs.ts'

export const consentsModule = defineModule({
  jobs: consentJobs,
})
