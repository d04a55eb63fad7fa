import { defineModule } from '#server/define-module.ts'
import { attributesArchive } from './archive.ts'
import { attributeRoutes } from './routes.ts'

export const attributesModule = defineModule({
  name: 'contacts/attributes',
  routes: attributeRoutes,
  archive: attributesArchive,
})
