import { defineModule } from '#server/define-module.ts'
import { contactSettingsArchive } from './archive.ts'
import { contactSettingsRoutes } from './routes.ts'

export const contactSettingsModule = defineModule({
  name: 'contacts/contact-settings',
  routes: contactSettingsRoutes,
  archive: contactSettingsArchive,
})
