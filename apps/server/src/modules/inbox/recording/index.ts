export type { RecordedBatch } from './actions/record.ts'
export { isFromCustomer, isOpinion, isQuiet, type RecordedMessage, reopeningOf } from './actions/record-messages.ts'
export type { RecordedHandler } from './handlers.ts'
export { markSeen, type Seen } from './queries/seen.ts'
