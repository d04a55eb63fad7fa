import { defineModule } from '#server/define-module.ts'
import { imageRoutes } from './routes.ts'

export const imagesModule = defineModule({
  routes: imageRoutes,
})
