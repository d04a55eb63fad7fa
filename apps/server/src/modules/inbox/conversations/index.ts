export { assignConversation } from './actions/assign.ts'
export {
  type Command,
  type ConversationResult,
  emitResults,
  runCommand,
  summaryAfter,
  writeLine,
} from './actions/command.ts'
export {
  labelConversation,
  markConversationRead,
  openConversation,
  prioritizeConversation,
  recordMacroRun,
  resolveConversation,
  snoozeConversation,
} from './actions/commands.ts'
export { updateAnswered } from './actions/failures.ts'
export { addNote, writeNote } from './actions/notes.ts'
export { readConversationDetail } from './actions/read.ts'
export { assertVisible, listTimeline, loadMessage } from './actions/read-messages.ts'
export type { RecordedBatch } from './actions/record.ts'
export { isFromCustomer, isOpinion, type RecordedMessage } from './actions/record-messages.ts'
export { start as startConversation } from './actions/start.ts'
export { createConversationVisibility } from './conversation-visibility.ts'
export type { RecordedHandler } from './handlers.ts'
export { isSurveyAnswer, surveyPrefix, tappedId } from './inbound.ts'
export { previewOf } from './preview.ts'
export { answering } from './queries/failures.ts'
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
} from './queries/outbound.ts'
export { insertBulkMessages, type NewBulkMessage } from './queries/outbound-bulk.ts'
export {
  findConversation,
  findMessage,
  saveSla,
} from './queries/rows.ts'
export { isVisible } from './queries/visibility.ts'
