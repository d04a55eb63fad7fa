import { defineModule } from '#server/define-module.ts'
import { recordSettled } from './actions/record-settled.ts'
import { chatWebhooks } from './actions/record-webhooks.ts'
import { recordingJobs, recordingSchedules } from './jobs.ts'
import { eraseParked } from './queries/erase.ts'

export const recordingModule = defineModule({
  name: 'inbox/recording',
  jobs: recordingJobs,
  schedules: recordingSchedules,
  settledHandlers: [recordSettled],
  webhookHandlers: [chatWebhooks],
  eraseHandlers: [eraseParked],
})
