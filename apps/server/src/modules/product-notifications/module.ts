import { defineModule } from '#server/define-module.ts'
import { takeBackJob } from './jobs.ts'
import { productEventRoutes } from './routes.ts'

export const productNotificationsModule = defineModule({
  routes: productEventRoutes,
  jobs: [takeBackJob],
})
