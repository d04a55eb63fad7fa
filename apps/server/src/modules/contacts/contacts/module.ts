import { defineModule } from '#server/define-module.ts'
import { contactsArchive } from './archive.ts'
import { contactSchedules, expireConsentsJob } from './jobs.ts'
import { eraseContacts } from './queries/erase.ts'
import { contactRoutes } from './routes.ts'

export const contactsModule = defineModule({
  name: 'contacts/contacts',
  routes: contactRoutes,
  jobs: [expireConsentsJob],
  schedules: contactSchedules,
  changeEvents: ['contact.updated'],
  archive: contactsArchive,
  eraseHandlers: [eraseContacts],
})
