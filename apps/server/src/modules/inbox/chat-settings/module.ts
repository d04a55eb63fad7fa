import { defineModule } from '#server/define-module.ts'
import { chatSettingsRoutes } from './routes.ts'

export const chatSettingsModule = defineModule({
  routes: chatSettingsRoutes,
})
