import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Ctx } from '#server/context.ts'
import { consents } from '#server/db/schema/contacts/contacts.ts'

export type NewConsent = typeof consents.$inferInsert

/**
 * What the recorded words of the contact under this alias come to: denied while the newest word for all numbers, or for
 * any one, is a no; granted by a yes that is written down; unknown without a word.
 */
export const marketingOf = (contact: string): string => `coalesce((
  select case when bool_or(w.state = 'denied') then 'denied' when bool_or(w.state = 'granted') then 'granted' end from (
    select distinct on (s.channel_id) s.state from consents s
    where s.company_id = ${contact}.company_id and s.contact_id = ${contact}.id and s.purpose = 'marketing'
    order by s.channel_id, s.at desc, s.created_at desc) w), 'unknown')`

export const insertConsent = async (ctx: Pick<Ctx, 'db'>, row: NewConsent): Promise<void> => {
  await ctx.db.insert(consents).values(row)
}

/** Whether a word as new as this one is known already for the same person and number. */
export const hasConsentSince = async (ctx: Pick<Ctx, 'db'>, row: NewConsent): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    select 1 from consents s where s.company_id = ${row.companyId} and s.contact_id = ${row.contactId}
      and s.purpose = ${row.purpose} and s.channel_id is not distinct from ${row.channelId ?? null}::uuid
      and s.state = ${row.state} and s.source = ${row.source} and s.at = ${row.at.toISOString()}::timestamptz limit 1`)
  return result.rows.length > 0
}

/** Brings the contact's own mark up to date. */
export const updateMarketing = async (
  ctx: Pick<Ctx, 'db'>,
  { companyId, contactId }: { companyId: string; contactId: string },
): Promise<void> => {
  await ctx.db.execute(sql`
    update contacts c set version = c.version + 1, updated_at = now(), marketing = ${sql.raw(marketingOf('c'))}
    where c.company_id = ${companyId} and c.id = ${contactId}`)
}

/** Whether the person has stopped marketing, or this message is what ended that. */
export const mayResume = async (
  ctx: Pick<Ctx, 'db'>,
  { companyId, contactId, messageId }: { companyId: string; contactId: string; messageId: string },
): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    select 1 from contacts c where c.company_id = ${companyId} and c.id = ${contactId} and (c.marketing = 'denied' or exists (
      select 1 from consents s where s.company_id = c.company_id and s.contact_id = c.id
        and s.evidence->>'messageId' = ${messageId}))`)
  return result.rows.length > 0
}

export type MarketingKey = { companyId: string; contactId: string; channelId: string }

const deniedSql = `
select k.n::int from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as k(company_id, contact_id, channel_id, n)
where exists (
  select 1 from (
    select distinct on (s.channel_id) s.state from consents s
    where s.company_id = k.company_id and s.contact_id = k.contact_id and s.purpose = 'marketing'
      and (s.channel_id is null or s.channel_id = k.channel_id)
    order by s.channel_id, s.at desc, s.created_at desc
  ) w where w.state = 'denied')`

/** Which of these people want no marketing by these channels: the newest word for all numbers, or for this one, is a no. */
export const findDenied = async (
  sqlOf: Pick<Pool, 'query'>,
  keys: readonly MarketingKey[],
): Promise<ReadonlySet<MarketingKey>> => {
  const values = [keys.map((k) => k.companyId), keys.map((k) => k.contactId), keys.map((k) => k.channelId)]
  const { rows } = await sqlOf.query<{ n: number }>({ name: 'consents_denied', text: deniedSql, values })
  return new Set(rows.flatMap(({ n }) => keys[n - 1] ?? []))
}

/** Whether the contact refused marketing, for the channel or for all of them; the last word of each counts. */
export const isDenied = async (ctx: Pick<Ctx, 'db'>, key: MarketingKey): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    select 1 from (
      select distinct on (s.channel_id) s.state from consents s
      where s.company_id = ${key.companyId} and s.contact_id = ${key.contactId} and s.purpose = 'marketing'
        and (s.channel_id is null or s.channel_id = ${key.channelId})
      order by s.channel_id, s.at desc, s.created_at desc
    ) w where w.state = 'denied' limit 1`)
  return result.rows.length > 0
}

/** The contact with the phone or the business-scoped id; null if unknown. */
export const findIdentityOf = async (
  ctx: Pick<Ctx, 'db'>,
  key: { companyId: string; scope: string; phone: string | null; bsuid: string | null },
): Promise<{ id: string; contactId: string } | null> => {
  const result = await ctx.db.execute<{ id: string; contactId: string }>(sql`
    select i.id, i.contact_id as "contactId" from contact_identities i
    where i.company_id = ${key.companyId} and i.scope = ${key.scope}
      and (i.bsuid = ${key.bsuid}::text or i.phone = ${key.phone}::text)
    order by (i.bsuid = ${key.bsuid}::text) desc nulls last limit 1`)
  return result.rows[0] ?? null
}
