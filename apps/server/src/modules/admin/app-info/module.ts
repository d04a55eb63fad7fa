import { defineModule } from '#server/define-module.ts'
import { platformRoutes } from './routes.ts'

export const appInfoModule = defineModule({
  routes: platformRoutes,
})
