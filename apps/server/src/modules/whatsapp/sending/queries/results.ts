import type { Pool } from 'pg'
import { insertMessagesSql } from '#server/modules/inbox/conversations/index.ts'

/** One message of a bulk send; the caller makes its id. `recipient`: digits, or a business-scoped user id. */
export type BulkSend = {
  companyId: string
  messageId: string
  channelId: string
  conversationId: string
  contactId: string
  recipient: string
  type: string
  body: string | null
  payload: Record<string, unknown>
  origin: 'campaign' | 'api' | 'automation'
  clientKey?: string
}

const inserted = (priority: number) =>
  insertMessagesSql(`insert into outbound_sends (company_id, message_id, channel_id, recipient, priority)
    select a.company_id, a.id, i.channel_id, i.recipient, ${priority} from added a join input i on i.company_id = a.company_id and i.id = a.id`)

/** Anything with a `query`: the pool, or the connection of a transaction. */
export type Sql = Pick<Pool, 'query'>

export const insertBulk = async (sql: Sql, rows: readonly BulkSend[], priority: number): Promise<string[]> => {
  const input = rows.map((row) => ({
    company_id: row.companyId,
    id: row.messageId,
    conversation_id: row.conversationId,
    channel_id: row.channelId,
    contact_id: row.contactId,
    type: row.type,
    body: row.body,
    payload: row.payload,
    origin: row.origin,
    client_key: row.clientKey ?? null,
    recipient: row.recipient,
  }))
  const text = inserted(priority)
  const result = await sql.query<{ id: string }>({ text, values: [JSON.stringify(input)] })
  return result.rows.map((row) => row.id)
}
