import { defineModule } from '#server/define-module.ts'
import { eraseNotices } from './erase.ts'
import { subscriberHandlers } from './handlers.ts'
import { blankQuotesJob } from './jobs.ts'
import { productNotificationListeners } from './listeners.ts'
import { notifyOfRecorded } from './recorded.ts'
import { productNotificationRoutes } from './routes.ts'
import { removeTenant } from './subscribers.ts'

export const productNotificationsModule = defineModule({
  name: 'product-notifications',
  routes: productNotificationRoutes,
  jobs: [blankQuotesJob],
  eventHandlers: subscriberHandlers,
  companyPurgeHandlers: [removeTenant],
  eraseHandlers: [eraseNotices],
  listeners: productNotificationListeners,
  recordedHandlers: [notifyOfRecorded],
})
