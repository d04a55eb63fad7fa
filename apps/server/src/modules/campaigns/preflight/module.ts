import { defineModule } from '#server/define-module.ts'
import { preflightRoutes } from './routes.ts'

export const preflightModule = defineModule({ name: 'campaigns/preflight', routes: preflightRoutes })
