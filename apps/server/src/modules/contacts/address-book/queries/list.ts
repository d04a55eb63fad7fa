import type { ContactRow, ContactSort } from '@recado/contracts/contacts/address-book'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { keyPlace, rankedPlace } from '#server/lib/cursor.ts'
import { displayNameOf } from '#server/modules/contacts/contacts/index.ts'

export type ListRow = {
  id: string
  name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
  email: string | null
  organization: string | null
  tags: ContactRow['tags']
  lists: { id: string; name: string }[]
  marketing: 'unknown' | 'granted' | 'denied'
  owner_id: string | null
  owner_name: string | null
  owner_avatar: string | null
  lifecycle: string | null
  last_inbound_at: string | null
  last_outbound_at: string | null
  window_expires_at: string | null
  attributes: Record<string, unknown>
  source: ContactRow['source']
  conversation_id: string | null
  created_at: string
  deleted_at: string | null
  /** What it is sorted by, as the database writes it; null for whoever has no name. */
  sort_key: string | null
  blocked: boolean
}

const inboundKey = sql`coalesce(ct.last_inbound_at, '-infinity')`

/** An instant as the database writes it, or before all of them for those who never wrote. */
const inboundPlace = rankedPlace
  .pick({ id: true })
  .extend({ at: z.union([z.literal('-infinity'), rankedPlace.shape.at]) })
/** A name, or none for those who come after all names. */
const namePlace = z.union([keyPlace, z.strictObject({ id: keyPlace.shape.id })])
type Place = { id: string; at?: string; key?: string }

const descending = sql.raw('desc')
const ascending = sql.raw('asc')

/** A stretch of a list whose order an index has. */
type Stretch = { where: SQL; by: SQL }

type Order = {
  place: z.ZodType<Place>
  /** What stands in a cursor besides the id. */
  named: 'at' | 'key'
  key: SQL
  /** What the list consists of after a place in it, or from its beginning, one after the other. */
  from: (place: Place | null) => Stretch[]
}

/** Those who wrote by when they last did, and those who never did by their ids: before them or, newest first, after them. */
const inboundFrom = (place: Place | null, newestFirst: boolean): Stretch[] => {
  const [way, beyond] = newestFirst ? [descending, sql.raw('<')] : [ascending, sql.raw('>')]
  const isAmongSilent = place?.at === '-infinity'
  const after = (isHere: boolean, condition: (place: Place) => SQL) =>
    place && isHere ? sql` and ${condition(place)}` : sql``
  const silent = {
    where: sql`ct.last_inbound_day = '-infinity'${after(isAmongSilent, ({ id }) => sql`ct.id ${beyond} ${id}::uuid`)}`,
    by: sql`ct.id ${way}`,
  }
  const beyondPlace = ({ at = '', id }: Place) => {
    const day = sql`(${at}::timestamptz at time zone 'UTC')::date`
    return sql`ct.last_inbound_day ${beyond}= ${day}
      and (ct.last_inbound_day, ct.last_inbound_at, ct.id) ${beyond} (${day}, ${at}::timestamptz, ${id}::uuid)`
  }
  const wrote = {
    where: sql`ct.last_inbound_day > '-infinity'${after(!isAmongSilent, beyondPlace)}`,
    by: sql`ct.last_inbound_day ${way}, ct.last_inbound_at ${way}, ct.id ${way}`,
  }
  if (newestFirst) return isAmongSilent ? [silent] : [wrote, silent]
  return place && !isAmongSilent ? [wrote] : [silent, wrote]
}

/** Those with a name, and after them in either direction those without one, in the order in which they were added. */
const nameFrom = (place: Place | null, back: boolean): Stretch[] => {
  const [way, beyond] = back ? [descending, sql.raw('<')] : [ascending, sql.raw('>')]
  const isNameless = place !== null && place.key === undefined
  const nameless = {
    where: sql`ct.sort_name is null${isNameless ? sql` and ct.id > ${place.id}::uuid` : sql``}`,
    by: sql`ct.sort_name, ct.id`,
  }
  const named = {
    where: place
      ? sql`(ct.sort_name, ct.id) ${beyond} (${place.key ?? ''}, ${place.id}::uuid)`
      : sql`ct.sort_name is not null`,
    by: sql`ct.sort_name ${way}, ct.id ${way}`,
  }
  return isNameless ? [nameless] : [named, nameless]
}

/** The order of a list: what it is sorted by, and what comes after a place in it. */
export const orderOf = (sort: ContactSort): Order => {
  const back = sort.startsWith('-')
  const name = sort.replace('-', '')
  if (name === 'inbound')
    return { place: inboundPlace, named: 'at', key: inboundKey, from: (place) => inboundFrom(place, !back) }
  if (name === 'name')
    return { place: namePlace, named: 'key', key: sql`ct.sort_name`, from: (place) => nameFrom(place, back) }
  const [way, beyond] = back ? [ascending, sql.raw('>')] : [descending, sql.raw('<')]
  const after = ({ at = '', id }: Place) => sql`(ct.created_at, ct.id) ${beyond} (${at}::timestamptz, ${id}::uuid)`
  return {
    place: rankedPlace,
    named: 'at',
    key: sql`ct.created_at`,
    from: (place) => [{ where: place ? after(place) : sql`true`, by: sql`ct.created_at ${way}, ct.id ${way}` }],
  }
}

/** Rows of contacts in the order of `page`, which selects them from `contacts ct` with a `sort_key` and their place `n`. */
const withDetails = (page: SQL) => sql`
  select p.id, p.name, p.profile_name, p.phone, p.email, p.organization, p.marketing, p.blocked_at is not null as blocked, p.lifecycle, p.attributes, p.source,
    p.last_inbound_at::text, p.last_outbound_at::text, p.created_at::text, p.deleted_at::text, p.sort_key,
    i.username, v.window_expires_at::text, v.id as conversation_id,
    u.id as owner_id, u.name as owner_name, u.avatar_file_id as owner_avatar,
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name))
      from contact_tags t where t.company_id = p.company_id and t.id = any(p.tag_ids)), '[]') as tags,
    coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name) order by lower(l.name))
      from contact_list_members m join contact_lists l on l.id = m.list_id
      where m.company_id = p.company_id and m.contact_id = p.id), '[]') as lists
  from (${page}) p
  left join users u on u.id = p.owner_id
  left join lateral (select i.username from contact_identities i
    where i.company_id = p.company_id and i.contact_id = p.id and i.username is not null
    order by i.updated_at desc limit 1) i on true
  left join lateral (select v.id, max(v.window_expires_at) over () as window_expires_at
    from contact_identities n join conversations v on v.identity_id = n.id and v.company_id = n.company_id
    where n.company_id = p.company_id and n.contact_id = p.id order by v.last_message_at desc limit 1) v on true
  order by p.n`

/** What an order and a search ask of contacts stands in an index: they are read whole when the page is known. */
const pageOf = (ctx: CompanyCtx, key: SQL, { where, by }: Stretch, limit: number) => sql`
  select c.*, k.sort_key, k.n from (
    select ct.id, (${key})::text as sort_key, row_number() over (order by ${by}) as n
    from contacts ct where ${where} order by ${by} limit ${limit}) k
  join contacts c on c.company_id = ${ctx.company.id} and c.id = k.id`

/** A page of contacts of whom a condition over the alias `ct` holds, in an order, up to `limit` rows. */
export const findPage = async (
  ctx: CompanyCtx,
  where: SQL,
  { order, after, limit }: { order: Order; after: Place | null; limit: number },
): Promise<ListRow[]> => {
  const found: ListRow[] = []
  for (const stretch of order.from(after)) {
    if (found.length >= limit) break
    const among = { ...stretch, where: sql`${where} and ${stretch.where}` }
    const page = pageOf(ctx, order.key, among, limit - found.length)
    found.push(...(await ctx.db.execute<ListRow>(withDetails(page))).rows)
  }
  return found
}

/** The condition that contacts are among these; those that were merged or erased are not there. */
export const isAmong = (ctx: CompanyCtx, ids: readonly string[]): SQL => sql`ct.company_id = ${ctx.company.id}
  and ct.id = any(${sql.param([...ids])}::uuid[]) and ct.merged_into_id is null and ct.erased_at is null`

/** How many contacts a condition leaves, counted up to `limit`. */
export const countContacts = async (ctx: CompanyCtx, where: SQL, limit: number): Promise<number> => {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`select count(*)::int as count
    from (select 1 from contacts ct where ${where} limit ${limit}) ct`)
  return rows[0]?.count ?? 0
}

/** Their ids, newest first, at most `limit`. */
export const findContactIds = async (ctx: CompanyCtx, where: SQL, limit: number): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select ct.id from contacts ct
    where ${where} order by ct.created_at desc, ct.id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Their ids after one, in the order of ids, at most `limit`. */
export const findIdsAfter = async (
  ctx: CompanyCtx,
  where: SQL,
  { id, limit }: { id: string | null; limit: number },
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select ct.id from contacts ct
    where ${where} ${id === null ? sql`` : sql`and ct.id > ${id}::uuid`} order by ct.id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Contacts of some ids, in the bin or not, as they are called; those that were merged or erased are absent. */
export const findNames = async (
  ctx: CompanyCtx,
  ids: readonly string[],
  full: boolean,
): Promise<{ id: string; label: string }[]> => {
  type Row = {
    id: string
    name: string | null
    profileName: string | null
    phone: string | null
    username: string | null
  }
  const { rows } = await ctx.db.execute<Row>(sql`
    select ct.id, ct.name, ct.profile_name as "profileName", ct.phone, (select max(i.username) from contact_identities i
      where i.company_id = ct.company_id and i.contact_id = ct.id) as username
    from contacts ct where ct.company_id = ${ctx.company.id} and ct.id = any(${sql.param([...ids])}::uuid[])
      and ct.merged_into_id is null and ct.erased_at is null`)
  return rows.map((row) => ({ id: row.id, label: displayNameOf(row, full) }))
}
