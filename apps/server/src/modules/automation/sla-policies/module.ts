import { defineModule } from '#server/define-module.ts'
import { forgetInConditions } from './actions.ts'
import { slaPoliciesArchive } from './archive.ts'
import { slaPolicyRoutes } from './routes.ts'

export const slaPoliciesModule = defineModule({
  routes: slaPolicyRoutes,
  settingRemovedHandlers: [forgetInConditions],
  archive: slaPoliciesArchive,
})
