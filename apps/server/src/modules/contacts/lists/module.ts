import { defineModule } from '#server/define-module.ts'
import { listsArchive } from './archive.ts'

export const listsModule = defineModule({
  name: 'contacts/lists',
  archive: listsArchive,
})
