import { defineModule } from '#server/define-module.ts'
import { followUpJobs, followUpSchedules } from './jobs.ts'
import { automateRecorded } from './recorded.ts'

export const conversationAutomationsModule = defineModule({
  jobs: followUpJobs,
  schedules: followUpSchedules,
  recordedHandlers: [automateRecorded],
})
