import { defineModule } from '#server/define-module.ts'
import { timelineArchive } from './archive.ts'
import { eraseTimeline } from './queries/erase.ts'

export const timelineModule = defineModule({
  name: 'contacts/timeline',
  archive: timelineArchive,
  eraseHandlers: [eraseTimeline],
})
