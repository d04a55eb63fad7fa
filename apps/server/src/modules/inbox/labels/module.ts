import { defineModule } from '#server/define-module.ts'
import { labelsArchive } from './archive.ts'
import { labelRoutes } from './routes.ts'

export const labelsModule = defineModule({
  name: 'inbox/labels',
  routes: labelRoutes,
  archive: labelsArchive,
})
