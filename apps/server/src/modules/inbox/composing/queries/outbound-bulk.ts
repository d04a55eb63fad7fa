import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

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
}

/** Adds messages in one statement; answers the ids of those that are new, by id and by client key. */
export const insertBulkMessages = async (tx: Ctx, messages: readonly NewBulkMessage[]): Promise<string[]> => {
  if (messages.length === 0) return []
  const rows = messages.map((message) => ({
    ...{ company_id: message.companyId, id: message.messageId, conversation_id: message.conversationId },
    ...{ channel_id: message.channelId, contact_id: message.contactId, type: message.type, body: message.body },
    ...{ payload: message.payload, origin: message.origin, client_key: message.clientKey ?? null },
  }))
  const { rows: added } = await tx.db.execute<{ id: string }>(sql`
    insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, origin,
      client_key, status, status_rank, occurred_at)
    select company_id, id, conversation_id, channel_id, contact_id, 'out', type, body, coalesce(payload, '{}'), origin,
      client_key, 'queued', 0, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(company_id uuid, id uuid, conversation_id uuid,
      channel_id uuid, contact_id uuid, type text, body text, payload jsonb, origin text, client_key text)
    on conflict do nothing
    returning id`)
  return added.map(({ id }) => id)
}
