import { defineModule } from '#server/define-module.ts'
import { viewsArchive } from './archive.ts'
import { viewRoutes } from './routes.ts'

export const viewsModule = defineModule({
  routes: viewRoutes,
  archive: viewsArchive,
})
