export { type BulkThread, findOrFileThreads } from './actions/bulk-threads.ts'
export { readConversationDetail, summaryAfter } from './actions/read.ts'
export { findOrStartThreads, type Thread, threadKeyOf } from './actions/record-threads.ts'
export { openQuietly, openQuietlyIn, type Recipient, startConversation } from './actions/start.ts'
export type { StartedHandler } from './actions/started.ts'
export { suppressionEffectOf } from './actions/suppression.ts'
export type { TimelineSource } from './queries/contact-timeline.ts'
export { lastColumns } from './queries/list.ts'
export { repointConversations } from './queries/merge.ts'
export {
  type ConversationRow,
  findConversation,
  findOtherOpenConversation,
  lockConversation,
  lockVisible,
  type OutboundConversation,
  saveSla,
  updateConversation,
} from './queries/rows.ts'
