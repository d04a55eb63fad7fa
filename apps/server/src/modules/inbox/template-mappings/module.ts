import { defineModule } from '#server/define-module.ts'
import { templateMappingsArchive } from './archive.ts'
import { templateMappingRoutes } from './routes.ts'

export const templateMappingsModule = defineModule({
  name: 'inbox/template-mappings',
  routes: templateMappingRoutes,
  archive: templateMappingsArchive,
})
