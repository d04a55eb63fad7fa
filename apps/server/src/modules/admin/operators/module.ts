import { defineModule } from '#server/define-module.ts'
import { handOverOperators } from './actions/channels.ts'
import { operatorExports } from './export.ts'
import { leaveIncidents } from './queries/removed.ts'
import { operatorRoutes } from './routes.ts'

export const operatorsModule = defineModule({
  name: 'admin/operators',
  routes: operatorRoutes,
  exports: operatorExports,
  channelMovedHandlers: [handOverOperators],
  companyPurgeHandlers: [leaveIncidents],
})
