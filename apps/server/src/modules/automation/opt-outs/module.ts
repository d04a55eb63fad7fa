import { defineModule } from '#server/define-module.ts'
import { optOutJobs } from './jobs.ts'
import { preferenceWebhooks } from './preferences.ts'
import { enqueueRefusals } from './refusals.ts'

export const optOutsModule = defineModule({
  name: 'automation/opt-outs',
  jobs: optOutJobs,
  webhookHandlers: [preferenceWebhooks],
  recordedHandlers: [enqueueRefusals],
})
