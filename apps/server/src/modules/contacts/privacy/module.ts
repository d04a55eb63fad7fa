import { defineModule } from '#server/define-module.ts'
import { privacyArchive } from './archive.ts'

export const privacyModule = defineModule({
  name: 'contacts/privacy',
  archive: privacyArchive,
})
