import { defineModule } from '#server/define-module.ts'
import { eraseWebhooks } from './erase.ts'
import { ingressJobs, ingressSchedules } from './jobs.ts'
import { startProcessor } from './processor.ts'
import { ingressRoutes } from './routes.ts'
import { testNumberListener } from './test-number.ts'

export const webhooksModule = defineModule({
  name: 'whatsapp/webhooks',
  routes: ingressRoutes,
  jobs: ingressJobs,
  schedules: ingressSchedules,
  worker: startProcessor,
  listeners: [testNumberListener],
  eraseHandlers: [eraseWebhooks],
})
