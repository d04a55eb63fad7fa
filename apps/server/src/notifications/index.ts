/** What the product's screens for platform admins ask of the service. */
export * as notificationAdmin from './admin/index.ts'
/** Who is told things: people as subscribers, companies as tenants, topics, and what each wants to hear of. */
export * as audience from './audience/index.ts'
export { ensurePlatformEnvironment, platformCredentials } from './audience/organizations/platform.ts'
/** What they may be told: workflows with their groups, layouts and feeds. */
export * as definitions from './definitions/index.ts'
/** Through whom it goes out: integrations of providers. */
export * as delivery from './delivery/index.ts'
export { blankPayload } from './engine/execution/blank.ts'
export { createNotificationEngine, type NotificationEngine } from './engine/execution/engine.ts'
export { triggerWorkflow } from './engine/execution/trigger.ts'
export type { Recipient, TriggerInput } from './engine/execution/types.ts'
export { createNotificationSocket, widgetSocketPath } from './inbox/socket/socket.ts'
export { type Environment, type EnvironmentCtx, inEnvironment, type SubscriberCtx } from './shared/context.ts'
export { V1Error } from './shared/errors.ts'
export type { InboxGuard, Visit, Withheld } from './shared/inbox-guard.ts'
