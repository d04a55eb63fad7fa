import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'

/** The conversation with a person on a channel: the open one, else the last. */
export const findPersonConversation = async (
  ctx: CompanyCtx,
  channelId: string,
  identityId: string,
): Promise<string | null> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select c.id from conversations c
    where c.company_id = ${ctx.company.id} and c.channel_id = ${channelId} and c.identity_id = ${identityId}
    order by (c.status = 'resolved'), c.created_at desc limit 1`)
  return result.rows[0]?.id ?? null
}

/** By which key the question to a contact is known, so that it is asked once by a number. */
export const askKeyOf = (contactId: string, channelId: string): string => `opt-in:${contactId}:${channelId}`

export type Unasked = { contactId: string; language: string | null }

const waits = (at: SQL) => sql`s.state = 'pending' and s.medium = 'whatsapp' and s.purpose = 'marketing'
  and s.expires_at > ${at} and not exists (select 1 from consents n where n.company_id = s.company_id
    and n.contact_id = s.contact_id and n.medium = s.medium and n.purpose = s.purpose
    and (n.at, n.created_at) > (s.at, s.created_at))`

/** People whose yes to marketing waits to be confirmed and whom a number has not asked yet, after one of them, by id. */
export const listUnasked = async (
  ctx: CompanyCtx,
  { channelId, after, limit }: { channelId: string; after: string | null; limit: number },
): Promise<Unasked[]> => {
  const { rows } = await ctx.db.execute<Unasked>(sql`
    select distinct s.contact_id as "contactId", c.language
    from consents s join contacts c on c.company_id = s.company_id and c.id = s.contact_id
    where s.company_id = ${ctx.company.id} and ${waits(sql`${ctx.now().toISOString()}::timestamptz`)}
      and (${after}::uuid is null or s.contact_id > ${after}::uuid)
      and c.marketing = 'unknown' and c.blocked_at is null and c.deleted_at is null and c.erased_at is null
      and not exists (select 1 from messages m where m.company_id = s.company_id
        and m.client_key = 'opt-in:' || s.contact_id || ':' || ${channelId}::text)
    order by s.contact_id limit ${limit}`)
  return rows
}

/** A contact's yes to marketing that waited to be confirmed at an instant; null without one. */
export const findPending = async (
  ctx: CompanyCtx,
  contactId: string,
  at: Date,
): Promise<{ id: string; channelId: string | null } | null> => {
  const { rows } = await ctx.db.execute<{ id: string; channelId: string | null }>(sql`
    select s.id, s.channel_id as "channelId" from consents s
    where s.company_id = ${ctx.company.id} and s.contact_id = ${contactId}
      and ${waits(sql`${at.toISOString()}::timestamptz`)} limit 1`)
  return rows[0] ?? null
}

/** Companies in which someone's yes to marketing waits to be confirmed. */
export const listCompaniesWithPending = async (ctx: Pick<Ctx, 'db'>): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select distinct company_id as id from consents where state = 'pending' and expires_at > now()`,
  )
  return rows.map(({ id }) => id)
}
