import { defineModule } from '#server/define-module.ts'
import { businessHoursArchive } from './archive.ts'
import { businessHoursRoutes } from './routes.ts'

export const businessHoursModule = defineModule({
  routes: businessHoursRoutes,
  archive: businessHoursArchive,
})
