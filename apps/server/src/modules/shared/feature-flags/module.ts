import { defineModule } from '#server/define-module.ts'
import { featureFlagRoutes } from './routes.ts'

export const featureFlagsModule = defineModule({
  name: 'shared/feature-flags',
  routes: featureFlagRoutes,
})
