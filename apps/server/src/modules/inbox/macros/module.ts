import { defineModule } from '#server/define-module.ts'
import { forgetInSteps } from './actions.ts'
import { macrosArchive } from './archive.ts'
import { macroRoutes } from './routes.ts'

export const macrosModule = defineModule({
  name: 'inbox/macros',
  routes: macroRoutes,
  settingRemovedHandlers: [forgetInSteps],
  archive: macrosArchive,
})
