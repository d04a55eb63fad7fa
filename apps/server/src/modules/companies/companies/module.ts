import { defineModule } from '#server/define-module.ts'
import { companyExports } from './export.ts'
import { companyRoutes } from './routes.ts'

export const companiesModule = defineModule({
  routes: companyRoutes,
  exports: companyExports,
})
