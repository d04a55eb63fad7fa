export type { WebhookHandler } from './handlers.ts'
export { type Processor, startProcessor } from './processor.ts'
export { replayWebhookEvent, retryFailedEvents } from './replay.ts'
