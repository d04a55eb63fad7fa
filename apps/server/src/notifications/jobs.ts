import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob, type ScheduleDefinition } from '#server/jobs/define.ts'
import { eraseTenantsJob } from './audience/tenants/erase.ts'
import { deleteExpiredAnswers, deleteOldNotifications } from './engine/retention/actions.ts'

const deleteExpiredAnswersJob = defineJob({
  name: 'notifications.forget_answers',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  run: (deps) => deleteExpiredAnswers(systemCtx(deps, 'notifications.forget_answers')),
})

const deleteOldNotificationsJob = defineJob({
  name: 'notifications.forget',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [60],
  timeoutSeconds: 3600,
  run: (deps, _input, { signal }) => deleteOldNotifications(systemCtx(deps, 'notifications.forget'), signal),
})

export const notificationJobs = [deleteExpiredAnswersJob, deleteOldNotificationsJob, eraseTenantsJob]

export const notificationSchedules: readonly ScheduleDefinition[] = [
  { name: 'notifications.forget_answers', cron: '11 * * * *', job: deleteExpiredAnswersJob },
  // For one that was taken out in the moment in which the job ended.
  { name: 'notifications.forget_tenants', cron: '53 * * * *', job: eraseTenantsJob },
  { name: 'notifications.forget', cron: '37 3 * * *', job: deleteOldNotificationsJob },
]
