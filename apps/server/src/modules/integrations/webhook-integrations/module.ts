import { defineModule } from '#server/define-module.ts'
import { inboundArchive } from './archive.ts'
import { inboundJobs, inboundSchedules } from './jobs.ts'
import { startInbound } from './processor.ts'
import { eraseInbound } from './queries/erase.ts'
import { systemTimeline } from './queries/timeline.ts'
import { webhookIntegrationRoutes } from './routes.ts'

export const webhookIntegrationsModule = defineModule({
  name: 'integrations/webhook-integrations',
  routes: webhookIntegrationRoutes,
  jobs: inboundJobs,
  schedules: inboundSchedules,
  worker: startInbound,
  changeEvents: ['webhook_integration.updated'],
  archive: inboundArchive,
  timelineSources: [systemTimeline],
  eraseHandlers: [eraseInbound],
})
