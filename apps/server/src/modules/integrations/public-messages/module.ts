import { defineModule } from '#server/define-module.ts'
import { publicMessageRoutes } from './routes.ts'

export const publicMessagesModule = defineModule({
  name: 'integrations/public-messages',
  routes: publicMessageRoutes,
})
