import { defineModule } from '#server/define-module.ts'
import { operatorExports } from './export.ts'
import { operatorRoutes } from './routes.ts'

export const operatorsModule = defineModule({
  routes: operatorRoutes,
  exports: operatorExports,
})
