import { defineModule } from '#server/define-module.ts'
import { imageRoutes } from './routes.ts'

export const imagesModule = defineModule({
  name: 'shared/images',
  routes: imageRoutes,
})
