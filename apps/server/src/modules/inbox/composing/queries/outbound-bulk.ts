import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'

/** A message that goes to many; the caller makes its id. */
export type NewBulkMessage = {
  companyId: string
  messageId: string
  channelId: string
  conversationId: string
  contactId: string
  type: string
  body: string | null
  payload: Record<string, unknown>
  origin: 'campaign' | 'api' | 'automation'
  clientKey?: string
  /** Of a campaign, with the place of its variant. */
  campaignId?: string
  campaignVariant?: number
  /** The file in its header. */
  media?: { kind: string; fileId: string; mime: string; filename: string; sha256: string }
}

const insertBulkMedia = async (tx: Ctx, messages: readonly NewBulkMessage[]): Promise<void> => {
  const rows = messages.flatMap(({ companyId, messageId, media }) =>
    media ? [{ companyId, messageId, state: 'stored' as const, ...media }] : [],
  )
  if (rows.length > 0) await tx.db.insert(messageMedia).values(rows).onConflictDoNothing()
}

/** Takes back messages that nothing was sent of. */
export const deleteBulkMessages = async (tx: Ctx, companyId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.db
    .delete(messageMedia)
    .where(and(eq(messageMedia.companyId, companyId), inArray(messageMedia.messageId, [...ids])))
  await tx.db.delete(messages).where(and(eq(messages.companyId, companyId), inArray(messages.id, [...ids])))
}

/** Adds messages in one statement; answers the ids of those that are new, by id and by client key. */
export const insertBulkMessages = async (tx: Ctx, messages: readonly NewBulkMessage[]): Promise<string[]> => {
  if (messages.length === 0) return []
  const rows = messages.map((message) => ({
    ...{ company_id: message.companyId, id: message.messageId, conversation_id: message.conversationId },
    ...{ channel_id: message.channelId, contact_id: message.contactId, type: message.type, body: message.body },
    ...{ payload: message.payload, origin: message.origin, client_key: message.clientKey ?? null },
    ...{ campaign_id: message.campaignId ?? null, campaign_variant: message.campaignVariant ?? null },
  }))
  const { rows: added } = await tx.db.execute<{ id: string }>(sql`
    insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, origin,
      client_key, campaign_id, campaign_variant, status, status_rank, occurred_at)
    select company_id, id, conversation_id, channel_id, contact_id, 'out', type, body, coalesce(payload, '{}'), origin,
      client_key, campaign_id, campaign_variant, 'queued', 0, ${tx.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(company_id uuid, id uuid, conversation_id uuid,
      channel_id uuid, contact_id uuid, type text, body text, payload jsonb, origin text, client_key text,
      campaign_id uuid, campaign_variant smallint)
    on conflict do nothing
    returning id`)
  const ids = new Set(added.map(({ id }) => id))
  await insertBulkMedia(
    tx,
    messages.filter(({ messageId }) => ids.has(messageId)),
  )
  return [...ids]
}
