import { defineModule } from '#server/define-module.ts'
import { importsArchive } from './archive.ts'

export const importsModule = defineModule({
  name: 'contacts/imports',
  archive: importsArchive,
})
