import { defineModule } from '#server/define-module.ts'
import { importsArchive } from './archive.ts'
import { eraseImports } from './erase.ts'
import { startImporter } from './importer.ts'
import { importJobs, importSchedules } from './jobs.ts'
import { importRoutes } from './routes.ts'

export const importsModule = defineModule({
  name: 'contacts/imports',
  routes: importRoutes,
  jobs: importJobs,
  schedules: importSchedules,
  changeEvents: ['import.updated'],
  archive: importsArchive,
  worker: startImporter,
  eraseHandlers: [eraseImports],
})
