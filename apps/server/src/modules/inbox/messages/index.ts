export { listTimeline, loadMessage, readMessages } from './actions/read.ts'
export { answering } from './answers.ts'
export { emitConversations, emitMessages } from './change-events.ts'
export { type IncomingMessage, isSurveyAnswer, isTappedAnswer, optInPrefix, surveyPrefix, tappedId } from './inbound.ts'
export { fetchMediaJob } from './jobs.ts'
export { previewOf } from './preview.ts'
export {
  findConversationMessage,
  findMedia,
  findMessage,
  findMessageByClientKey,
  insertEventLine,
  insertMessage,
  type StoredMedia,
  type StoredMessage,
} from './queries/rows.ts'
