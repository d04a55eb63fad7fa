import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { webhookEventRefs, webhookEvents } from '#server/db/schema/whatsapp/webhooks.ts'

export type WebhookLogFilter = {
  field: string | undefined
  state: number | undefined
  before: string | null
  limit: number
}

const columns = {
  id: webhookEventRefs.eventId,
  receivedAt: webhookEventRefs.receivedAt,
  field: webhookEventRefs.field,
  summary: webhookEventRefs.summary,
  state: webhookEvents.state,
  error: webhookEvents.error,
  attempts: webhookEvents.attempts,
}

/** Bodies that spoke of a channel, newest first; each once for every field. */
export const listWebhookRefs = (ctx: Ctx, companyId: string, channelId: string, filter: WebhookLogFilter) =>
  ctx.db
    .select({ ...columns, body: webhookEvents.body })
    .from(webhookEventRefs)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookEventRefs.eventId))
    .where(
      and(
        eq(webhookEventRefs.companyId, companyId),
        eq(webhookEventRefs.channelId, channelId),
        filter.field ? eq(webhookEventRefs.field, filter.field) : undefined,
        filter.state === undefined ? undefined : eq(webhookEvents.state, filter.state),
        filter.before ? lt(webhookEventRefs.eventId, sql`${filter.before}::uuid`) : undefined,
      ),
    )
    .orderBy(desc(webhookEventRefs.eventId), webhookEventRefs.field)
    .limit(filter.limit)

export const findWebhookRef = async (ctx: Ctx, companyId: string, channelId: string, eventId: string) => {
  const rows = await ctx.db
    .select({ ...columns, body: webhookEvents.body })
    .from(webhookEventRefs)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookEventRefs.eventId))
    .where(
      and(
        eq(webhookEventRefs.companyId, companyId),
        eq(webhookEventRefs.channelId, channelId),
        eq(webhookEventRefs.eventId, eventId),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

/** Those of these bodies that spoke of the channel, the oldest first. */
export const listKnownEvents = async (
  ctx: Ctx,
  companyId: string,
  channelId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await ctx.db
    .selectDistinct({ id: webhookEvents.id })
    .from(webhookEventRefs)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookEventRefs.eventId))
    .where(
      and(
        eq(webhookEventRefs.companyId, companyId),
        eq(webhookEventRefs.channelId, channelId),
        inArray(webhookEventRefs.eventId, [...ids]),
      ),
    )
    .orderBy(asc(webhookEvents.id))
  return rows.map(({ id }) => id)
}

/** Those of these messages that another company has, which had the number before. */
export const listWamidsElsewhere = async (
  ctx: Ctx,
  companyId: string,
  phoneNumberId: string,
  wamids: readonly string[],
): Promise<Set<string>> => {
  if (wamids.length === 0) return new Set()
  const rows = await ctx.db
    .select({ wamid: messages.wamid })
    .from(channels)
    .innerJoin(messages, eq(messages.channelId, channels.id))
    .where(
      and(
        eq(channels.phoneNumberId, phoneNumberId),
        ne(channels.companyId, companyId),
        inArray(messages.wamid, [...wamids]),
      ),
    )
  return new Set(rows.flatMap(({ wamid }) => wamid ?? []))
}
