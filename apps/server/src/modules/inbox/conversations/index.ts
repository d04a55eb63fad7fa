export { assignConversation } from '#server/modules/inbox/commands/actions/assign.ts'
export {
  type Command,
  type ConversationResult,
  emitResults,
  runCommand,
  summaryAfter,
  writeLine,
} from '#server/modules/inbox/commands/actions/command.ts'
export {
  labelConversation,
  markConversationRead,
  openConversation,
  prioritizeConversation,
  recordMacroRun,
  resolveConversation,
  snoozeConversation,
} from '#server/modules/inbox/commands/actions/commands.ts'
export { updateAnswered } from '#server/modules/inbox/commands/actions/failures.ts'
export { addNote, writeNote } from '#server/modules/inbox/commands/actions/notes.ts'
export { readConversationDetail } from './actions/read.ts'
export { assertVisible, listTimeline, loadMessage } from '#server/modules/inbox/messages/actions/read.ts'
export type { RecordedBatch } from '#server/modules/inbox/recording/actions/record.ts'
export { isFromCustomer, isOpinion, type RecordedMessage } from '#server/modules/inbox/recording/actions/record-messages.ts'
export { start as startConversation } from './actions/start.ts'
export { createConversationVisibility } from '#server/modules/inbox/visibility/conversation-visibility.ts'
export type { RecordedHandler } from '#server/modules/inbox/recording/handlers.ts'
export { isSurveyAnswer, surveyPrefix, tappedId } from '#server/modules/inbox/messages/inbound.ts'
export { previewOf } from '#server/modules/inbox/messages/preview.ts'
export { answering } from '#server/modules/inbox/commands/queries/failures.ts'
export {
  addOutboundMessage,
  findBusinessReaction,
  findConversationMessage,
  findLatestInbound,
  findMedia,
  findMessageByClientKey,
  findOtherOpenConversation,
  lockConversation,
  markInboundRead,
  markResent,
  type OutboundConversation,
  type OutboundMedia,
  type OutboundMessage,
  removeBusinessReaction,
  saveBusinessReaction,
} from '#server/modules/inbox/composing/queries/outbound.ts'
export { insertBulkMessages, type NewBulkMessage } from '#server/modules/inbox/composing/queries/outbound-bulk.ts'
export {
  findConversation,
  findMessage,
  saveSla,
} from './queries/rows.ts'
export { isVisible } from '#server/modules/inbox/visibility/queries/visibility.ts'
