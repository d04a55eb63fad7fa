import { getTableColumns, sql } from 'drizzle-orm'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'

/** `payload` is null where it was left out. */
export type MessageRow = Omit<typeof notificationMessages.$inferSelect, 'payload'> & {
  payload: Record<string, unknown> | null
}

/** What may come before a payload in one answer, in bytes. Payloads are given whole up to there, and left out after it. */
const MOST_PAYLOAD_BYTES = 8 * 1024 * 1024
/** What is stored in less was not compressed, and need not be opened to be measured. */
const SMALL_BYTES = 2000

const bytesOf = (payload: string) => `case when pg_column_size(${payload}) < ${SMALL_BYTES}
  then pg_column_size(${payload}) else octet_length(${payload}::text) end`

/** The columns of a message for what changes `count` of them at once; their payloads share the room. */
export const changedColumns = (count: number) => ({
  ...getTableColumns(notificationMessages),
  payload: sql<MessageRow['payload']>`case when ${count <= 1} or ${sql.raw(bytesOf('notification_messages.payload'))}
    <= ${Math.floor(MOST_PAYLOAD_BYTES / Math.max(1, count))} then ${notificationMessages.payload} end`,
})

/** A message `m` for statements that are written by hand, with its payload as far as those before it in `order` let it. */
export const messageColumns = (
  order: string,
) => `m.id, m.environment_id as "environmentId", m.run_id as "runId", m.job_id as "jobId",
  m.target, m.workflow_id as "workflowId", m.workflow_identifier as "workflowIdentifier",
  m.template_id as "templateId", m.subscriber_id as "subscriberId", m.transaction_id as "transactionId", m.channel,
  m.provider_id as "providerId", m.integration_id as "integrationId", m.feed_id as "feedId", m.subject, m.title,
  m.content, m.cta, m.actor, m.actor_id as "actorId",
  case when coalesce(sum(${bytesOf('m.payload')}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0)
    <= ${MOST_PAYLOAD_BYTES} then m.payload end as payload, m.address, m.status, m.error_code as "errorCode",
  m.error_text as "errorText", m.provider_message_id as "providerMessageId", m.seen_at as "seenAt",
  m.read_at as "readAt", m.created_at as "createdAt", m.updated_at as "updatedAt", m.expire_at as "expireAt",
  m.deleted_at as "deletedAt",
  m.archived_at as "archivedAt", m.snoozed_until as "snoozedUntil"`
