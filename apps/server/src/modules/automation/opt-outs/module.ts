import { defineModule } from '#server/define-module.ts'
import { optOutJobs, optOutListeners, optOutSchedules } from './jobs.ts'
import { preferenceWebhooks } from './preferences.ts'
import { enqueueRefusals } from './refusals.ts'

export const optOutsModule = defineModule({
  name: 'automation/opt-outs',
  jobs: optOutJobs,
  schedules: optOutSchedules,
  listeners: optOutListeners,
  webhookHandlers: [preferenceWebhooks],
  recordedHandlers: [enqueueRefusals],
})
