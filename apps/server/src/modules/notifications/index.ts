export { type Environment, type EnvironmentCtx, inEnvironment } from './context.ts'
export { createNotificationSocket, type NotificationSocket, widgetSocketPath } from './socket/socket.ts'
