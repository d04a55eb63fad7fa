export { type CallOptions, createClient, type RecadoClient, type RecadoOptions } from './client.ts'
export * from './operations.gen.ts'
export { RecadoError } from './problem.ts'
export { verifyWebhook, WebhookVerificationError } from './webhooks.ts'
