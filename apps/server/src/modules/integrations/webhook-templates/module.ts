import { defineModule } from '#server/define-module.ts'
import { webhookTemplateRoutes } from './routes.ts'

export const webhookTemplatesModule = defineModule({
  name: 'integrations/webhook-templates',
  routes: webhookTemplateRoutes,
})
