import { defineModule } from '#server/define-module.ts'
import { webhookSourceRoutes } from './routes.ts'

export const webhookSourcesModule = defineModule({
  name: 'integrations/webhook-sources',
  routes: webhookSourceRoutes,
})
