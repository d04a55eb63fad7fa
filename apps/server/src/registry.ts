import type { Deps } from './context.ts'
import type { AnyJobDefinition, ScheduleDefinition } from './jobs/define.ts'
import { forgetJobs } from './jobs/retention.ts'
import { auditExports } from './modules/audit/export.ts'
import { auditJobs, auditSchedules } from './modules/audit/index.ts'
import { authJobs, authSchedules } from './modules/auth/index.ts'
import { channelExports } from './modules/channels/export.ts'
import { channelJobs, channelSchedules } from './modules/channels/index.ts'
import { chatChangeJobs, chatChangeSchedules } from './modules/chat-changes/index.ts'
import { companyExports } from './modules/companies/export.ts'
import { companyRemovalJobs, companyRemovalSchedules } from './modules/company-removal/index.ts'
import { consentJobs } from './modules/consents/index.ts'
import { conversationExports } from './modules/conversations/export.ts'
import { conversationJobs, conversationSchedules } from './modules/conversations/index.ts'
import { dashboardJobs, dashboardSchedules } from './modules/dashboard/index.ts'
import { dataExportJobs } from './modules/data-exports/index.ts'
import { fileJobs, fileSchedules } from './modules/files/index.ts'
import { followUpJobs, followUpSchedules } from './modules/follow-ups/index.ts'
import { ingressJobs, ingressSchedules, startProcessor } from './modules/ingress/index.ts'
import { sendMailJob } from './modules/mail/index.ts'
import { retryAcrossCompanies } from './modules/message-log/actions/admin-retry.ts'
import { messageExports } from './modules/message-log/actions/export.ts'
import { retryMessages } from './modules/message-log/actions/retry.ts'
import { notificationJobs, notificationSchedules } from './modules/notifications/index.ts'
import { onboardingJobs, onboardingSchedules } from './modules/onboarding/index.ts'
import { operatorExports } from './modules/operator/export.ts'
import { platformAdminJobs, platformAdminSchedules, platformListExports } from './modules/platform-admin/index.ts'
import { takeBackJob } from './modules/product-events/index.ts'
import { quotaJobs, quotaSchedules } from './modules/quotas/index.ts'
import { retentionJobs, retentionSchedules } from './modules/retention/index.ts'
import { routingJobs, routingSchedules } from './modules/routing/index.ts'
import { scheduledJobs, scheduledSchedules } from './modules/scheduled/index.ts'
import { sendingJobs, startSender } from './modules/sending/index.ts'
import { sessionJobs, sessionSchedules } from './modules/sessions/index.ts'
import { slaJobs, slaSchedules } from './modules/sla/index.ts'
import { systemJobs, systemSchedules } from './modules/system/index.ts'
import { type ListExport, taskJobs, taskSchedules } from './modules/tasks/index.ts'
import { templateExports, templateJobs, templateSchedules } from './modules/templates/index.ts'
import { transcriptJobs } from './modules/transcripts/index.ts'

/** Every list that can be had as a file. */
export const listExports: readonly ListExport[] = [
  ...auditExports,
  ...companyExports,
  ...channelExports,
  ...conversationExports,
  ...messageExports,
  ...operatorExports,
  ...templateExports,
  ...platformListExports,
]

/** Every job of the product. Boot fails when one is missing or doubled. */
export const jobDefinitions: readonly AnyJobDefinition[] = [
  forgetJobs,
  sendMailJob,
  ...authJobs,
  ...auditJobs,
  ...platformAdminJobs,
  ...companyRemovalJobs,
  ...retentionJobs,
  ...sessionJobs,
  ...channelJobs,
  ...onboardingJobs,
  ...templateJobs,
  ...conversationJobs,
  ...followUpJobs,
  ...consentJobs,
  ...routingJobs,
  ...scheduledJobs,
  ...chatChangeJobs,
  ...slaJobs,
  ...ingressJobs,
  ...sendingJobs,
  ...fileJobs,
  ...taskJobs,
  ...quotaJobs,
  ...listExports.map(({ job }) => job),
  retryMessages.job,
  retryAcrossCompanies.job,
  ...transcriptJobs,
  ...dashboardJobs,
  ...dataExportJobs,
  ...systemJobs,
  ...notificationJobs,
  takeBackJob,
]

/** Everything that runs by the clock. */
export const schedules: readonly ScheduleDefinition[] = [
  { name: 'jobs.forget', cron: '17 4 * * *', job: forgetJobs },
  ...authSchedules,
  ...auditSchedules,
  ...platformAdminSchedules,
  ...companyRemovalSchedules,
  ...retentionSchedules,
  ...sessionSchedules,
  ...channelSchedules,
  ...onboardingSchedules,
  ...templateSchedules,
  ...conversationSchedules,
  ...followUpSchedules,
  ...routingSchedules,
  ...scheduledSchedules,
  ...chatChangeSchedules,
  ...slaSchedules,
  ...ingressSchedules,
  ...dashboardSchedules,
  ...systemSchedules,
  ...fileSchedules,
  ...taskSchedules,
  ...quotaSchedules,
  ...notificationSchedules,
]

/** Starts everything that works without being asked by a request; the result stops it, finishing or handing back what runs. */
export const startWorkers = (deps: Deps): (() => Promise<void>) => {
  deps.jobs.start(deps)
  const webhooks = startProcessor(deps)
  const sender = startSender(deps)
  deps.notifications.start(deps)
  return async () => {
    await webhooks.stop()
    await sender.stop()
    await deps.notifications.stop()
    await deps.jobs.stop()
  }
}
