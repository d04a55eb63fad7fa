import { defineModule } from '#server/define-module.ts'
import { recordSettled } from '#server/modules/inbox/recording/actions/record-settled.ts'
import { chatWebhooks } from '#server/modules/inbox/recording/actions/record-webhooks.ts'
import { releaseConversations } from './actions/release.ts'
import { conversationsArchive } from './archive.ts'
import { conversationExports } from './export.ts'
import { conversationJobs, conversationSchedules } from './jobs.ts'
import { forgetSetting } from './queries/forget.ts'
import { moveConversations } from './queries/merge.ts'
import { conversationRetention } from '#server/modules/inbox/messages/retention.ts'
import { conversationRoutes } from './routes.ts'

export const conversationsModule = defineModule({
  name: 'inbox/conversations',
  routes: conversationRoutes,
  jobs: conversationJobs,
  schedules: conversationSchedules,
  exports: conversationExports,
  changeEvents: ['conversation.updated', 'message.created', 'message.updated'],
  settledHandlers: [recordSettled],
  settingRemovedHandlers: [forgetSetting],
  webhookHandlers: [chatWebhooks],
  mergeHandlers: [{ move: moveConversations }],
  memberLeavingHandlers: [releaseConversations],
  retention: conversationRetention,
  archive: conversationsArchive,
})
