import { defineModule } from '#server/define-module.ts'
import { contactMergeRoutes } from './routes.ts'

export const mergesModule = defineModule({
  name: 'contacts/merges',
  routes: contactMergeRoutes,
})
