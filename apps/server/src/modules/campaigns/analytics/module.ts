import { defineModule } from '#server/define-module.ts'
import { recipientExport } from './export.ts'
import { analyticsRoutes } from './routes.ts'

export const analyticsModule = defineModule({
  name: 'campaigns/analytics',
  routes: analyticsRoutes,
  exports: [recipientExport],
})
