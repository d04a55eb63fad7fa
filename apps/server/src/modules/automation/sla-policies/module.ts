import { defineModule } from '#server/define-module.ts'
import { forgetInConditions } from './actions.ts'
import { slaPoliciesArchive } from './archive.ts'
import { slaPolicyRoutes } from './routes.ts'

export const slaPoliciesModule = defineModule({
  name: 'automation/sla-policies',
  routes: slaPolicyRoutes,
  settingRemovedHandlers: [forgetInConditions],
  archive: slaPoliciesArchive,
})
