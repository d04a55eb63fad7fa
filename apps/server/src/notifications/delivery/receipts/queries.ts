import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { type JobDetail, notificationJobs } from '#server/db/schema/notifications/runs.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import type { IntegrationRow } from '../integrations/queries.ts'

const MOST_DETAILS = 200

export type ReportedMessage = { id: string; jobId: string; subscriberId: string; providerMessageId: string | null }

/**
 * Messages that an integration sent, by the ids of its provider or by ours, which is what a provider knows of a message
 * whose sending was never answered.
 */
export const listReportedMessages = (
  ctx: EnvironmentCtx,
  integration: IntegrationRow,
  ids: string[],
): Promise<ReportedMessage[]> => {
  const { id, jobId, subscriberId, providerMessageId, environmentId, integrationId, providerId, channel } =
    notificationMessages
  return ctx.db
    .select({ id, jobId, subscriberId, providerMessageId })
    .from(notificationMessages)
    .where(
      and(
        eq(environmentId, ctx.environment.id),
        or(inArray(providerMessageId, ids), inArray(id, ids)),
        eq(channel, integration.channel),
        eq(providerId, integration.providerId),
        or(eq(integrationId, integration.id), isNull(integrationId)),
      ),
    )
    .orderBy(asc(id))
}

/** Adds what was reported to the job, unless a detail with the parts `same` is there. False when it was, or the job is gone. */
export const appendReport = async (
  ctx: EnvironmentCtx,
  jobId: string,
  detail: JobDetail,
  same: Partial<JobDetail>,
): Promise<boolean> => {
  const rows = await ctx.db
    .update(notificationJobs)
    .set({ details: sql`${notificationJobs.details} || ${JSON.stringify([detail])}::jsonb`, updatedAt: ctx.now() })
    .where(
      and(
        eq(notificationJobs.environmentId, ctx.environment.id),
        eq(notificationJobs.id, jobId),
        sql`not ${notificationJobs.details} @> ${JSON.stringify([same])}::jsonb`,
        sql`jsonb_array_length(${notificationJobs.details}) < ${MOST_DETAILS}`,
      ),
    )
    .returning({ id: notificationJobs.id })
  return rows.length > 0
}

/** What a report means for a message. A failure outlasts later words of success; what is read stays read. */
export type MessageNews = { kind: 'sent' } | { kind: 'seen'; at: Date } | { kind: 'failed'; text: string }

export const updateReportedMessage = async (
  ctx: EnvironmentCtx,
  messageId: string,
  news: MessageNews,
): Promise<void> => {
  const { status, seenAt, readAt, id, environmentId } = notificationMessages
  const settled = sql<'sent'>`case when ${status} in ('pending', 'unknown') then 'sent' else ${status} end`
  const at = news.kind === 'seen' ? news.at.toISOString() : null
  await ctx.db
    .update(notificationMessages)
    .set({
      ...(news.kind === 'failed' ? { status: 'error' as const, errorText: news.text } : { status: settled }),
      ...(news.kind === 'seen'
        ? {
            seenAt: sql`coalesce(${seenAt}, ${at}::timestamptz)`,
            readAt: sql`coalesce(${readAt}, ${at}::timestamptz)`,
          }
        : {}),
      updatedAt: ctx.now(),
    })
    .where(and(eq(environmentId, ctx.environment.id), eq(id, messageId)))
}
