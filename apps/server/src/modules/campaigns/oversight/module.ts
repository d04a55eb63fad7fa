import { defineModule } from '#server/define-module.ts'
import { oversightExports } from './export.ts'
import { oversightRoutes } from './routes.ts'

export const oversightModule = defineModule({
  name: 'campaigns/oversight',
  routes: oversightRoutes,
  exports: oversightExports,
})
