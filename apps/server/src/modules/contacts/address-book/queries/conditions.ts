import type { ContactFilter } from '@recado/contracts/contacts/address-book'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { folded, startingWith } from '#server/db/like.ts'
import { contactMatches, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { compileFilter } from '#server/modules/contacts/filters/index.ts'

const optional = <T>(value: T | undefined, condition: (value: T) => SQL): SQL[] =>
  value === undefined ? [] : [condition(value)]

const uuids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`
const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`

/** One of the values, or none at all where `none` is among them. */
const oneOrNone = (column: SQL, values: readonly string[], list: (values: readonly string[]) => SQL): SQL => {
  const named = values.filter((value) => value !== 'none')
  const parts = [
    ...(named.length > 0 ? [sql`${column} = any(${list(named)})`] : []),
    ...(values.includes('none') ? [sql`${column} is null`] : []),
  ]
  return sql`(${sql.join(parts, sql` or `)})`
}

/** The days from one to the other in the company's time zone, both included. */
const days = (ctx: CompanyCtx, column: SQL, from: string | undefined, to: string | undefined): SQL[] => {
  const start = (day: SQL) => sql`(${day})::timestamp at time zone ${ctx.company.timezone}`
  return [
    ...optional(from, (day) => sql`${column} >= ${start(sql`${day}::date`)}`),
    ...optional(to, (day) => sql`${column} < ${start(sql`${day}::date + 1`)}`),
  ]
}

/** The same of the last inbound message, by way of its index: its days are in UTC, so there may be one more at either end. */
const inboundDays = (ctx: CompanyCtx, { inboundFrom, inboundTo }: ContactFilter): SQL[] => [
  ...days(ctx, sql`ct.last_inbound_at`, inboundFrom, inboundTo),
  ...optional(inboundFrom, (day) => sql`ct.last_inbound_day >= ${day}::date - 1`),
  ...optional(inboundTo, (day) => sql`ct.last_inbound_day between '0001-01-01' and ${day}::date + 1`),
]

/** The company's own fields that contacts are found by; sensitive ones only by those who see them. */
const searchableKeys = async (ctx: CompanyCtx): Promise<string[]> => {
  const seen = seesPersonalData(ctx) ? sql`` : sql`and not sensitive`
  const { rows } = await ctx.db.execute<{ key: string }>(sql`
    select key from contact_attributes where company_id = ${ctx.company.id} and searchable ${seen}`)
  return rows.map(({ key }) => key)
}

/** A name that begins with an at sign is looked for among the usernames. */
const searched = async (ctx: CompanyCtx, text: string): Promise<SQL> =>
  text.startsWith('@')
    ? sql`ct.id in (select i.contact_id from contact_identities i where i.company_id = ${ctx.company.id}
        and i.username <> '' and ${folded(sql`i.username`)} like ${folded(startingWith(text.slice(1)))})`
    : contactMatches(ctx, text, await searchableKeys(ctx))

const listConditions = (ctx: CompanyCtx, filter: ContactFilter): SQL[] => [
  sql`ct.company_id = ${ctx.company.id} and ct.erased_at is null`,
  filter.bin ? sql`ct.deleted_at is not null and ct.merged_into_id is null` : sql`ct.deleted_at is null`,
  ...optional(filter.tag, (ids) => sql`ct.tag_ids && ${uuids(ids)} and ct.tag_ids <> '{}'`),
  ...optional(
    filter.list,
    (ids) => sql`ct.id in (select m.contact_id from contact_list_members m
      where m.company_id = ${ctx.company.id} and m.list_id = any(${uuids(ids)}))`,
  ),
  ...optional(filter.owner, (ids) => oneOrNone(sql`ct.owner_id`, ids, uuids)),
  ...optional(filter.lifecycle, (stages) => oneOrNone(sql`ct.lifecycle`, stages, texts)),
  ...optional(filter.marketing, (states) =>
    states.length === 1 && states[0] === 'denied'
      ? sql`ct.marketing = 'denied'`
      : sql`ct.marketing = any(${texts(states)})`,
  ),
  ...optional(filter.source, (sources) => sql`ct.source = any(${texts(sources)})`),
  ...optional(
    filter.channelId,
    (ids) => sql`exists (select 1 from conversations v where v.company_id = ct.company_id and v.contact_id = ct.id
      and v.channel_id = any(${uuids(ids)}))`,
  ),
  ...days(ctx, sql`ct.created_at`, filter.createdFrom, filter.createdTo),
  ...inboundDays(ctx, filter),
]

/** Whoever belongs to one of some segments, and the conditions of a tree. */
const treeConditions = async (ctx: CompanyCtx, { segment, filter }: ContactFilter): Promise<SQL[]> => {
  const segments: FilterGroup | undefined = segment && {
    value: 'AND',
    children: [{ field: 'segments', operator: 'ANY_IN', value: segment }],
  }
  return [
    ...(segments ? [await compileFilter(ctx, segments, { path: 'segment.' })] : []),
    ...(filter ? [await compileFilter(ctx, filter, { path: 'filter.' })] : []),
  ]
}

/**
 * What a filter asks of a contact under the alias `ct`; merged and erased ones are never meant. Throws
 * `validation_failed` where its conditions name what is not there.
 */
export const compileContactFilter = async (ctx: CompanyCtx, filter: ContactFilter): Promise<SQL> =>
  sql.join(
    [
      ...listConditions(ctx, filter),
      ...(filter.search ? [await searched(ctx, filter.search)] : []),
      ...(await treeConditions(ctx, filter)),
    ],
    sql` and `,
  )
