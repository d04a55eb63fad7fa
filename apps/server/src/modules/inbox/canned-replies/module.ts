import { defineModule } from '#server/define-module.ts'
import { cannedReplyRoutes } from './routes.ts'

export const cannedRepliesModule = defineModule({
  routes: cannedReplyRoutes,
})
