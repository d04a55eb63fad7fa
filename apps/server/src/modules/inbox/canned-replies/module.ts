import { defineModule } from '#server/define-module.ts'
import { cannedRepliesArchive } from './archive.ts'
import { cannedReplyRoutes } from './routes.ts'

export const cannedRepliesModule = defineModule({
  name: 'inbox/canned-replies',
  routes: cannedReplyRoutes,
  archive: cannedRepliesArchive,
})
