import { defineModule } from '#server/define-module.ts'
import { chatSettingsArchive } from './archive.ts'
import { chatSettingsRoutes } from './routes.ts'

export const chatSettingsModule = defineModule({
  name: 'inbox/chat-settings',
  routes: chatSettingsRoutes,
  archive: chatSettingsArchive,
})
