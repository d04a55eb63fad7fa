import { defineModule } from '#server/define-module.ts'
import { segmentsArchive } from './archive.ts'

export const segmentsModule = defineModule({
  name: 'contacts/segments',
  archive: segmentsArchive,
})
