import { defineModule } from '#server/define-module.ts'
import { searchRoutes } from './routes.ts'

export const searchModule = defineModule({
  name: 'inbox/search',
  routes: searchRoutes,
})
