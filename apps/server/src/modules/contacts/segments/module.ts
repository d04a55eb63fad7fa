import { defineModule } from '#server/define-module.ts'
import { followMerge, settingsInSegments } from './actions.ts'
import { segmentsArchive } from './archive.ts'
import { eraseFromSegments } from './queries.erase.ts'
import { segmentRoutes } from './routes.ts'

export const segmentsModule = defineModule({
  name: 'contacts/segments',
  routes: segmentRoutes,
  settingRemovedHandlers: [followMerge],
  settingUses: settingsInSegments,
  archive: segmentsArchive,
  eraseHandlers: [eraseFromSegments],
})
