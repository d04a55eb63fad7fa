import { defineModule } from '#server/define-module.ts'
import { dataExportJobs } from './index.ts'
import { dataExportRoutes } from './routes.ts'

export const archivesModule = defineModule({
  name: 'companies/archives',
  routes: dataExportRoutes,
  jobs: dataExportJobs,
})
