import type { notificationMessages } from '../../../../db/schema/notifications.ts'

export type MessageRow = typeof notificationMessages.$inferSelect

/** A whole message `m`, for statements that are written by hand. */
export const messageColumns = `m.id, m.environment_id as "environmentId", m.run_id as "runId", m.job_id as "jobId",
  m.target, m.workflow_id as "workflowId", m.workflow_identifier as "workflowIdentifier",
  m.template_id as "templateId", m.subscriber_id as "subscriberId", m.transaction_id as "transactionId", m.channel,
  m.provider_id as "providerId", m.integration_id as "integrationId", m.feed_id as "feedId", m.subject, m.title,
  m.content, m.cta, m.actor, m.actor_id as "actorId", m.payload, m.address, m.status, m.error_code as "errorCode",
  m.error_text as "errorText", m.provider_message_id as "providerMessageId", m.seen_at as "seenAt",
  m.read_at as "readAt", m.created_at as "createdAt", m.updated_at as "updatedAt", m.expire_at as "expireAt",
  m.deleted_at as "deletedAt"`
