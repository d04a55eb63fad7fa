export { type Environment, type EnvironmentCtx, inEnvironment } from './context.ts'
export { cancelTransaction } from './engine/digests.ts'
export { createNotificationEngine, type NotificationEngine } from './engine/engine.ts'
export { type TriggerOptions, triggerWorkflow } from './engine/trigger.ts'
export type { Recipient, SubscriberProfile, TriggerInput, TriggerResult } from './engine/types.ts'
export {
  ensurePlatformEnvironment,
  platformCredentials,
  subscriberHash,
} from './environments/actions.ts'
export { notificationJobs, notificationSchedules } from './jobs.ts'
export { createNotificationSocket, type NotificationSocket, widgetSocketPath } from './socket/socket.ts'
