export { loadSummary } from './actions/read.ts'
export { assertVisible, loadMessage } from './actions/read-messages.ts'
export { applyParked, type Outcome, recordIncoming } from './actions/record.ts'
export { releaseConversations } from './actions/release.ts'
export { publishChanges, publishConversation, publishOutcome } from './hints.ts'
export type { Incoming } from './inbound.ts'
export { type ChannelPlace, incomingOf } from './incoming-events.ts'
export { conversationJobs, conversationSchedules } from './jobs.ts'
export { previewOf } from './preview.ts'
export {
  findBusinessReaction,
  findConversationMessage,
  findMedia,
  findMessageByClientKey,
  findOtherOpenConversation,
  findUnmarkedInbound,
  insertOutboundMessage,
  lockConversation,
  markInboundRead,
  markResent,
  type OutboundConversation,
  type OutboundMedia,
  type OutboundMessage,
  removeBusinessReaction,
  saveBusinessReaction,
  touchAnsweredConversation,
} from './queries/outbound.ts'
export {
  acceptedSql,
  failedSql,
  insertMessagesSql,
  requeuedSql,
  type SettledMessage,
  unknownSql,
} from './queries/outbound-results.ts'
export { limitedTo } from './visibility.ts'
