import { defineModule } from '#server/define-module.ts'
import { contactRoutes } from './routes.ts'

export const contactsModule = defineModule({
  routes: contactRoutes,
})
