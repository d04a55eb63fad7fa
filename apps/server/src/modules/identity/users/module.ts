import { defineModule } from '#server/define-module.ts'
import { usersArchive } from './archive.ts'
import { userRoutes } from './routes.ts'

export const usersModule = defineModule({
  name: 'identity/users',
  routes: userRoutes,
  archive: usersArchive,
})
