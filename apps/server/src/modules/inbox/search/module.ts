import { defineModule } from '#server/define-module.ts'
import { searchRoutes } from './routes.ts'

export const searchModule = defineModule({
  routes: searchRoutes,
})
