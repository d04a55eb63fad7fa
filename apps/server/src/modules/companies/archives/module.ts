import { defineModule } from '#server/define-module.ts'
import { dataExportJobs } from './index.ts'
import { dataExportRoutes } from './routes.ts'

export const archivesModule = defineModule({
  routes: dataExportRoutes,
  jobs: dataExportJobs,
})
