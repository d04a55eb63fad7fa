import { defineModule } from '#server/define-module.ts'
import { automationJobs, automationSchedules } from './jobs.ts'
import { conversationListeners } from './listeners.ts'
import { automateRecorded } from './record-automations.ts'

export const conversationAutomationsModule = defineModule({
  name: 'automation/conversation-automations',
  jobs: automationJobs,
  schedules: automationSchedules,
  listeners: conversationListeners,
  recordedHandlers: [automateRecorded],
})
