import { defineModule } from '#server/define-module.ts'
import { deskRoutes } from './routes.ts'

export const deskModule = defineModule({
  routes: deskRoutes,
})
