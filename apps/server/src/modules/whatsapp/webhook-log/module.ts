import { defineModule } from '#server/define-module.ts'
import { webhookLogRoutes } from './routes.ts'

export const webhookLogModule = defineModule({
  name: 'whatsapp/webhook-log',
  routes: webhookLogRoutes,
})
