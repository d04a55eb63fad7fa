import { defineModule } from '#server/define-module.ts'
import { businessHoursArchive } from './archive.ts'
import { businessHoursRoutes } from './routes.ts'

export const businessHoursModule = defineModule({
  name: 'companies/business-hours',
  routes: businessHoursRoutes,
  archive: businessHoursArchive,
})
