import { defineModule } from '#server/define-module.ts'
import { chatSettingsArchive } from './archive.ts'
import { chatSettingsRoutes } from './routes.ts'

export const chatSettingsModule = defineModule({
  routes: chatSettingsRoutes,
  archive: chatSettingsArchive,
})
