import { defineModule } from '#server/define-module.ts'
import { releaseConversations } from './actions/release.ts'
import { conversationsArchive } from './archive.ts'
import { conversationExports } from './export.ts'
import { eraseConversations } from './queries/erase.ts'
import { forgetSetting } from './queries/forget.ts'
import { moveConversations } from './queries/merge.ts'
import { conversationRoutes } from './routes.ts'

export const conversationsModule = defineModule({
  name: 'inbox/conversations',
  routes: conversationRoutes,
  exports: conversationExports,
  changeEvents: ['conversation.updated'],
  settingRemovedHandlers: [forgetSetting],
  mergeHandlers: [{ name: 'conversations', move: moveConversations }],
  memberLeavingHandlers: [releaseConversations],
  archive: conversationsArchive,
  eraseHandlers: [eraseConversations],
})
