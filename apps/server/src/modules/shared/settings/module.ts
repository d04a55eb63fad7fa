import { defineModule } from '#server/define-module.ts'
import { settingsRoutes } from './routes.ts'

export const settingsModule = defineModule({
  name: 'shared/settings',
  routes: settingsRoutes,
})
