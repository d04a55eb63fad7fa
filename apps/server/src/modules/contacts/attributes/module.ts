import { defineModule } from '#server/define-module.ts'
import { attributesArchive } from './archive.ts'
import { attributeJobs } from './jobs.ts'
import { attributeRoutes } from './routes.ts'

export const attributesModule = defineModule({
  name: 'contacts/attributes',
  routes: attributeRoutes,
  jobs: attributeJobs,
  archive: attributesArchive,
})
