import { defineModule } from '#server/define-module.ts'
import { addressBookArchive } from './archive.ts'

export const addressBookModule = defineModule({
  name: 'contacts/address-book',
  archive: addressBookArchive,
})
