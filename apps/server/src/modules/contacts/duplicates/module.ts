import { defineModule } from '#server/define-module.ts'
import { duplicatesArchive } from './archive.ts'

export const duplicatesModule = defineModule({
  name: 'contacts/duplicates',
  archive: duplicatesArchive,
})
