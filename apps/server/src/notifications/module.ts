import { defineModule } from '#server/define-module.ts'
import { notificationRoutes } from './api/routes.ts'
import { notificationJobs, notificationSchedules } from './jobs.ts'

export const notificationsModule = defineModule({
  name: 'notifications',
  routes: async (app) => void (await app.register(notificationRoutes, { prefix: '/v1' })),
  jobs: notificationJobs,
  schedules: notificationSchedules,
})
