import { defineModule } from '#server/define-module.ts'
import { inboundArchive } from './archive.ts'
import { inboundJobs, inboundSchedules } from './jobs.ts'
import { receiveRoutes } from './receive.ts'

export const webhookIntegrationsModule = defineModule({
  name: 'integrations/webhook-integrations',
  routes: receiveRoutes,
  jobs: inboundJobs,
  schedules: inboundSchedules,
  changeEvents: ['webhook_integration.updated'],
  archive: inboundArchive,
})
