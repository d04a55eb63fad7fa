import { defineModule } from '#server/define-module.ts'
import { outboundArchive } from './archive.ts'
import { tellContactEvents, tellStarted } from './facts/contacts.ts'
import { outboundHandlers } from './facts/events.ts'
import { tellRecorded } from './facts/recorded.ts'
import { outboundJobs, outboundSchedules } from './jobs.ts'
import { eraseDeliveries } from './queries/erase.ts'
import { webhookEndpointRoutes } from './routes.ts'
import { startDeliveries } from './sender/sender.ts'

export const webhookEndpointsModule = defineModule({
  name: 'integrations/webhook-endpoints',
  routes: webhookEndpointRoutes,
  jobs: outboundJobs,
  schedules: outboundSchedules,
  worker: startDeliveries,
  changeEvents: ['webhook_endpoint.updated'],
  archive: outboundArchive,
  recordedHandlers: [tellRecorded],
  contactEventHandlers: [tellContactEvents],
  startedHandlers: [tellStarted],
  eventHandlers: outboundHandlers,
  eraseHandlers: [eraseDeliveries],
})
