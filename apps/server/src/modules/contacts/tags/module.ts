import { defineModule } from '#server/define-module.ts'
import { tagsArchive } from './archive.ts'
import { tagRoutes } from './routes.ts'

export const tagsModule = defineModule({
  name: 'contacts/tags',
  routes: tagRoutes,
  archive: tagsArchive,
})
