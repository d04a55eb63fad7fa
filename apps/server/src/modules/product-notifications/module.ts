import { defineModule } from '#server/define-module.ts'
import { subscriberHandlers } from './handlers.ts'
import { blankWordsJob } from './jobs.ts'
import { productNotificationListeners } from './listeners.ts'
import { notifyOfRecorded } from './recorded.ts'
import { productNotificationRoutes } from './routes.ts'
import { removeTenant } from './subscribers.ts'

export const productNotificationsModule = defineModule({
  name: 'product-notifications',
  routes: productNotificationRoutes,
  jobs: [blankWordsJob],
  eventHandlers: subscriberHandlers,
  companyPurgeHandlers: [removeTenant],
  listeners: productNotificationListeners,
  recordedHandlers: [notifyOfRecorded],
})
