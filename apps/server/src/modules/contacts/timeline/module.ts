import { defineModule } from '#server/define-module.ts'
import { timelineArchive } from './archive.ts'

export const timelineModule = defineModule({
  name: 'contacts/timeline',
  archive: timelineArchive,
})
