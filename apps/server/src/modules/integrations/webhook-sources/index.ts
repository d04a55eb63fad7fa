export { findSource, webhookSources } from './catalogue.ts'
export { deliveryOf } from './delivery.ts'
export type { Delivery, Facts, Secrets, SourceSettings, WebhookSource } from './source.ts'
