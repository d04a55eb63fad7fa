/** What the product's screens for platform admins ask of the service. */
export * as notificationAdmin from './admin/index.ts'

export { ensurePlatformEnvironment, platformCredentials } from './audience/organizations/platform.ts'
export { readRestraint, saveRestraint } from './audience/preferences/actions.ts'
export { deleteSubscriber, upsertSubscribers } from './audience/subscribers/actions.ts'
export type { SubscriberProfile } from './audience/subscribers/profile.ts'
export { upsertTenants } from './audience/tenants/actions.ts'
export { eraseTenant } from './audience/tenants/erase.ts'
export { ensureTopics, replaceTopicSubscribers } from './audience/topics/actions.ts'
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
