import { defineModule } from '#server/define-module.ts'
import { csatRoutes } from './routes.ts'

export const csatModule = defineModule({
  routes: csatRoutes,
})
