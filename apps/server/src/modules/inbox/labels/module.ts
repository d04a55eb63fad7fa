import { defineModule } from '#server/define-module.ts'
import { labelRoutes } from './routes.ts'

export const labelsModule = defineModule({
  routes: labelRoutes,
})
