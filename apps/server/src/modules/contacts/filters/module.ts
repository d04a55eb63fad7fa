import { defineModule } from '#server/define-module.ts'
import { filterRoutes } from './routes.ts'

export const filtersModule = defineModule({ name: 'contacts/filters', routes: filterRoutes })
