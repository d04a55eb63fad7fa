import { defineModule } from '#server/define-module.ts'
import { takeBackJob } from './jobs.ts'
import { productNotificationListeners } from './listeners.ts'
import { notifyOfRecorded } from './recorded.ts'
import { productEventRoutes } from './routes.ts'

export const productNotificationsModule = defineModule({
  routes: productEventRoutes,
  jobs: [takeBackJob],
  listeners: productNotificationListeners,
  recordedHandlers: [notifyOfRecorded],
})
