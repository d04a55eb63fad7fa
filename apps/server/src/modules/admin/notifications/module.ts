import { defineModule } from '#server/define-module.ts'
import { notificationAdminRoutes } from './routes.ts'

export const adminNotificationsModule = defineModule({
  name: 'admin/notifications',
  routes: notificationAdminRoutes,
})
