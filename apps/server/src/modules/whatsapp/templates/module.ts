import { defineModule } from '#server/define-module.ts'
import { templatesArchive } from './archive.ts'
import { templateExports } from './export.ts'
import { templateJobs, templateSchedules } from './jobs.ts'
import { templateRoutes } from './routes.ts'

export const templatesModule = defineModule({
  name: 'whatsapp/templates',
  routes: templateRoutes,
  jobs: templateJobs,
  schedules: templateSchedules,
  exports: templateExports,
  changeEvents: ['template.updated'],
  archive: templatesArchive,
})
