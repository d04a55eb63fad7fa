import { defineModule } from '#server/define-module.ts'
import { blankWordsJob } from './jobs.ts'
import { productNotificationListeners } from './listeners.ts'
import { notifyOfRecorded } from './recorded.ts'
import { productNotificationRoutes } from './routes.ts'

export const productNotificationsModule = defineModule({
  routes: productNotificationRoutes,
  jobs: [blankWordsJob],
  listeners: productNotificationListeners,
  recordedHandlers: [notifyOfRecorded],
})
