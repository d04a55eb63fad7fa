import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

type Key = { companyId: string; id: string }

const pairs = (keys: readonly Key[]) =>
  sql`unnest(${sql.param(keys.map(({ companyId }) => companyId))}::uuid[], ${sql.param(keys.map(({ id }) => id))}::uuid[])`

export type MessageFacts = {
  id: string
  contactId: string
  channelId: string
  origin: string
  campaignId: string | null
}

export const findMessageFacts = async (
  { db }: Pick<Ctx, 'db'>,
  keys: readonly Key[],
): Promise<Map<string, MessageFacts>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<MessageFacts>(sql`
    select m.id, m.contact_id as "contactId", m.channel_id as "channelId", m.origin, m.campaign_id as "campaignId"
    from ${pairs(keys)} as k(company_id, id) join messages m on m.company_id = k.company_id and m.id = k.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

export type ConversationFacts = {
  id: string
  contactId: string
  channelId: string
  status: string
  assigneeId: string | null
  teamId: string | null
}

export const findConversationFacts = async (
  { db }: Pick<Ctx, 'db'>,
  keys: readonly Key[],
): Promise<Map<string, ConversationFacts>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<ConversationFacts>(sql`
    select c.id, c.contact_id as "contactId", c.channel_id as "channelId", c.status, c.assignee_id as "assigneeId",
      c.team_id as "teamId"
    from ${pairs(keys)} as k(company_id, id) join conversations c on c.company_id = k.company_id and c.id = k.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Those of the contacts that this very transaction added. */
export const findAddedNow = async ({ db }: Pick<Ctx, 'db'>, keys: readonly Key[]): Promise<Key[]> => {
  if (keys.length === 0) return []
  const { rows } = await db.execute<Key>(sql`
    select distinct c.company_id as "companyId", c.id from ${pairs(keys)} as k(company_id, id)
    join contacts c on c.company_id = k.company_id and c.id = k.id
    where c.created_at = transaction_timestamp() order by c.id`)
  return rows
}
