import { defineModule } from '#server/define-module.ts'
import { tagsArchive } from './archive.ts'

export const tagsModule = defineModule({
  name: 'contacts/tags',
  archive: tagsArchive,
})
