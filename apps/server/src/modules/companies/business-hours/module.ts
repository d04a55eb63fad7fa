import { defineModule } from '#server/define-module.ts'
import { businessHoursRoutes } from './routes.ts'

export const businessHoursModule = defineModule({
  routes: businessHoursRoutes,
})
