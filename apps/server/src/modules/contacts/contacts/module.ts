import { defineModule } from '#server/define-module.ts'
import { contactsArchive } from './archive.ts'
import { contactRoutes } from './routes.ts'

export const contactsModule = defineModule({
  name: 'contacts/contacts',
  routes: contactRoutes,
  changeEvents: ['contact.updated'],
  archive: contactsArchive,
})
