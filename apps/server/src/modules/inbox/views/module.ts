import { defineModule } from '#server/define-module.ts'
import { viewsArchive } from './archive.ts'
import { eraseFromViews } from './queries.erase.ts'
import { viewRoutes } from './routes.ts'
import { followMerge, settingsInViews } from './uses.ts'

export const viewsModule = defineModule({
  name: 'inbox/views',
  routes: viewRoutes,
  archive: viewsArchive,
  eraseHandlers: [eraseFromViews],
  settingRemovedHandlers: [followMerge],
  settingUses: settingsInViews,
})
