import { defineModule } from '#server/define-module.ts'
import { platformRoutes } from './routes.ts'

export const appInfoModule = defineModule({
  name: 'admin/app-info',
  routes: platformRoutes,
})
