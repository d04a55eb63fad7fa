import {
  type ConsentMedium,
  type ConsentPurpose,
  type ConsentSource,
  type ConsentVerdict,
  metaStopSources,
  ownConsentSources,
} from '@recado/contracts/contacts/consents'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { consents } from '#server/db/schema/contacts/contacts.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

const MOST_SHOWN = 500

export type NewConsent = typeof consents.$inferInsert

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** A yes that someone else noted for a number that the person has stopped in WhatsApp itself: it counts for nothing. */
const idleYes = `s.state = 'granted' and s.channel_id is not null and s.source not in (${quoted(ownConsentSources)}) and exists (
  select 1 from consents m where m.company_id = s.company_id and m.contact_id = s.contact_id and m.medium = s.medium
    and m.purpose = s.purpose and m.channel_id = s.channel_id and m.state <> 'granted'
    and m.source in (${quoted(metaStopSources)}) and m.at <= s.at)`

/**
 * The word that holds for all numbers (`channel_id` is null) and for each that has one of its own: the newest, of which a
 * yes that has expired is unknown. The one place where this is decided.
 */
const wordsOf = (company: string, contact: string, only = 'true'): string => `
  select distinct on (s.medium, s.purpose, s.channel_id) s.id, s.medium, s.purpose, s.channel_id, s.source,
    case when s.state <> 'granted' then 'denied' when s.expires_at <= now() then 'unknown' else 'granted' end as state
  from consents s
  where s.company_id = ${company} and s.contact_id = ${contact} and ${only} and s.state <> 'pending' and not (${idleYes})
  order by s.medium, s.purpose, s.channel_id, s.at desc, s.created_at desc`

const isFor = (medium: ConsentMedium, purpose: ConsentPurpose) => `s.medium = '${medium}' and s.purpose = '${purpose}'`
const forMarketing = isFor('whatsapp', 'marketing')

/**
 * What the words of the contact under this alias come to: denied while the one for all numbers, or for any one, is a no;
 * granted by a yes that is written down; unknown without a word.
 */
export const verdictOf = (contact: string, medium: ConsentMedium, purpose: ConsentPurpose): string => `coalesce((
  select case when bool_or(w.state = 'denied') then 'denied' when bool_or(w.state = 'granted') then 'granted' end
  from (${wordsOf(`${contact}.company_id`, `${contact}.id`, isFor(medium, purpose))}) w),
  'unknown')`

/** What they come to for marketing on WhatsApp. */
export const marketingOf = (contact: string): string => verdictOf(contact, 'whatsapp', 'marketing')

/** Whether the contact under this alias said no to marketing on WhatsApp by any number. */
export const isOptedOut = (contact: string): string => `exists (
  select 1 from (${wordsOf(`${contact}.company_id`, `${contact}.id`, `${forMarketing} and s.channel_id is null`)}) w
  where w.state = 'denied')`

/** Raises the version of those of some contacts who have not opted out by every number, and answers them, locked. */
export const touchNotOptedOut = async (ctx: CompanyCtx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with held as materialized (
      select c.id from contacts c where c.company_id = ${ctx.company.id} and c.id = any(${sql.param([...ids])}::uuid[])
        and c.merged_into_id is null and c.erased_at is null and not ${sql.raw(isOptedOut('c'))}
      order by c.id for no key update
    )
    update contacts c set version = c.version + 1, updated_at = now() from held h
    where c.company_id = ${ctx.company.id} and c.id = h.id returning c.id`)
  return rows.map(({ id }) => id)
}

/** Whom is asked about, what for, and by which number; without a number: what was said for all of them. */
export type ConsentKey = {
  companyId: string
  contactId: string
  medium: ConsentMedium
  purpose: ConsentPurpose
  channelId: string | null
}

/** What a contact's words come to. A no for all numbers, or for this one, is a no; without any word it is unknown. */
export const consentOf = async (ctx: Pick<Ctx, 'db'>, key: ConsentKey): Promise<ConsentVerdict> => {
  const states = (await findWords(ctx, key))
    .filter(({ medium, purpose }) => medium === key.medium && purpose === key.purpose)
    .filter(({ channelId }) => channelId === null || channelId === key.channelId)
    .map(({ state }) => state)
  if (states.includes('denied')) return 'denied'
  return states.includes('granted') ? 'granted' : 'unknown'
}

export type HeldWord = {
  id: string
  medium: ConsentMedium
  purpose: ConsentPurpose
  channelId: string | null
  channelName: string | null
  source: ConsentSource
  state: ConsentVerdict
}

/** Every word of a contact that holds now. */
export const findWords = async (
  ctx: Pick<Ctx, 'db'>,
  { companyId, contactId }: { companyId: string; contactId: string },
): Promise<HeldWord[]> => {
  const { rows } = await ctx.db.execute<HeldWord>(sql`
    select w.id, w.medium, w.purpose, w.channel_id as "channelId", c.name as "channelName", w.source, w.state
    from unnest(array[${companyId}::uuid], array[${contactId}::uuid]) as k(company_id, contact_id)
    cross join lateral (${sql.raw(wordsOf('k.company_id', 'k.contact_id'))}) w
    left join channels c on c.id = w.channel_id`)
  return rows
}

export type ConsentRow = typeof consents.$inferSelect & {
  channelName: string | null
  notedById: string | null
  notedByName: string | null
  avatarFileId: string | null
}

/** Every word of a contact, newest first. */
export const findConsents = async (ctx: CompanyCtx, contactId: string): Promise<ConsentRow[]> => {
  const rows = await ctx.db
    .select({ consent: consents, channelName: channels.name, user: users })
    .from(consents)
    .leftJoin(channels, eq(channels.id, consents.channelId))
    .leftJoin(users, sql`${users.id}::text = ${consents.evidence}->>'notedBy'`)
    .where(and(eq(consents.companyId, ctx.company.id), eq(consents.contactId, contactId)))
    .orderBy(desc(consents.at), desc(consents.createdAt))
    .limit(MOST_SHOWN)
  return rows.map(({ consent, channelName, user }) => ({
    ...consent,
    channelName,
    notedById: user?.id ?? null,
    notedByName: user?.name ?? null,
    avatarFileId: user?.avatarFileId ?? null,
  }))
}

/** Whether a number is the company's. */
export const isOwnChannel = async (ctx: CompanyCtx, id: string): Promise<boolean> => {
  const isOwn = and(eq(channels.companyId, ctx.company.id), eq(channels.id, id))
  return (await ctx.db.select({ id: channels.id }).from(channels).where(isOwn).limit(1)).length > 0
}

/** Brings the marks of contacts up to date whose yes to marketing has expired since `since`. Answers them by company. */
export const expireMarketing = async (ctx: Pick<Ctx, 'db'>, since: Date) => {
  const { rows } = await ctx.db.execute<{ companyId: string; id: string }>(sql`
    update contacts c set marketing = ${sql.raw(marketingOf('c'))}, version = c.version + 1, updated_at = now()
    from (select distinct company_id, contact_id from consents
      where expires_at > ${since.toISOString()}::timestamptz and expires_at <= now()) e
    where c.company_id = e.company_id and c.id = e.contact_id and c.marketing <> ${sql.raw(marketingOf('c'))}
    returning c.company_id as "companyId", c.id`)
  return rows
}

export const insertConsent = async (ctx: Pick<Ctx, 'db'>, row: NewConsent): Promise<void> => {
  await ctx.db.insert(consents).values(row)
}

/** Whether a word as new as this one is known already for the same person and number. */
export const hasConsentSince = async (ctx: Pick<Ctx, 'db'>, row: NewConsent): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    select 1 from consents s where s.company_id = ${row.companyId} and s.contact_id = ${row.contactId}
      and s.medium = ${row.medium ?? 'whatsapp'} and s.purpose = ${row.purpose}
      and s.channel_id is not distinct from ${row.channelId ?? null}::uuid
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
  select 1 from (${wordsOf('k.company_id', 'k.contact_id', `${forMarketing} and (s.channel_id is null or s.channel_id = k.channel_id)`)}) w
  where w.state = 'denied')`

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
export const isDenied = async (ctx: Pick<Ctx, 'db'>, key: MarketingKey): Promise<boolean> =>
  (await consentOf(ctx, { ...key, medium: 'whatsapp', purpose: 'marketing' })) === 'denied'

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
