import { defineModule } from '#server/define-module.ts'
import { viewRoutes } from './routes.ts'

export const viewsModule = defineModule({
  routes: viewRoutes,
})
