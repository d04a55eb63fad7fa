export type { RecordedBatch } from './actions/record.ts'
export { isFromCustomer, isOpinion, type RecordedMessage } from './actions/record-messages.ts'
export type { RecordedHandler } from './handlers.ts'
export { markSeen, type Seen } from './queries/seen.ts'
