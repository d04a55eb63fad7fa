import { defineModule } from '#server/define-module.ts'
import { followRemoval } from './actions.ts'
import { segmentsArchive } from './archive.ts'
import { eraseFromSegments } from './queries.erase.ts'
import { segmentRoutes } from './routes.ts'

export const segmentsModule = defineModule({
  name: 'contacts/segments',
  routes: segmentRoutes,
  settingRemovedHandlers: [followRemoval],
  archive: segmentsArchive,
  eraseHandlers: [eraseFromSegments],
})
