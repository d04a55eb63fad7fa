import { type LogFilter, logPeriod, logSummaryLimit } from '@recado/contracts/inbox/message-log'
import { parseSearch } from '@recado/contracts/shared/search'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { categoryColumn, chargedCategory, priceColumns, priceJoin } from '#server/db/message-price.ts'
import { contactMatches } from '#server/modules/contacts/contacts/index.ts'
import { hasWords } from '#server/modules/inbox/search/index.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'

export type LogPlace = { at: string; id: string }

export type LogRow = {
  id: string
  conversation_id: string
  occurred_at: string
  direction: 'in' | 'out'
  contact_id: string
  name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
  channel_id: string
  channel_name: string
  type: string
  template_name: string | null
  body: string | null
  revoked: boolean
  origin: string
  author_id: string | null
  author_name: string | null
  author_avatar: string | null
  campaign_id: string | null
  campaign_name: string | null
  status: string
  error_code: number | null
  error_class: string | null
  category: string | null
  amount: number | null
  currency: string | null
  estimated: boolean
}

const list = (values: readonly string[]) => sql`any(${sql.param([...values])}::text[])`

/** The days looked at, at most ninety; without any the last seven. */
const daysOf = (ctx: CompanyCtx, { from, to }: LogFilter): SQL[] => {
  const zone = ctx.company.timezone
  const start = (day: SQL) => sql`(${day})::timestamp at time zone ${zone}`
  const today = sql`(${ctx.now().toISOString()}::timestamptz at time zone ${zone})::date`
  const last = to ? sql`${to}::date` : from ? sql`least(${from}::date + ${logPeriod.most - 1}::int, ${today})` : today
  const first = from ? sql`${from}::date` : sql`${last} - ${logPeriod.usual - 1}::int`
  return [
    sql`m.occurred_at >= ${start(sql`greatest(${first}, ${last} - ${logPeriod.most - 1}::int)`)}`,
    sql`m.occurred_at < ${start(sql`${last} + 1`)}`,
  ]
}

const contactIs = async (ctx: CompanyCtx, text: string) => sql`m.contact_id in (select ct.id from contacts ct
  where ct.company_id = ${ctx.company.id} and ${await contactMatches(ctx, text)})`

const optional = <T>(value: T | undefined, condition: (value: T) => SQL): SQL[] =>
  value === undefined ? [] : [condition(value)]

const wordsOf = (ctx: CompanyCtx, q = ''): SQL[] => {
  const { words } = parseSearch(q)
  if (words.length === 0) return []
  return [sql`m.revoked_at is null`, hasWords({ company: sql`m.company_id`, text: sql`m.body` }, ctx.company.id, words)]
}

/** The weekdays and hours to filter by, in the company's time zone. */
const clockOf = ({ company }: CompanyCtx, { weekday, hour }: LogFilter): SQL[] => {
  const part = (name: 'dow' | 'hour') =>
    sql`extract(${sql.raw(name)} from m.occurred_at at time zone ${company.timezone})`
  return [
    ...optional(weekday, (value) => sql`${part('dow')} = ${value}`),
    ...optional(hour, (value) => sql`${part('hour')} = ${value}`),
  ]
}

/** Counted like `pricedMessages`. */
const isPriced = sql`m.direction = 'out' and m.status <> 'failed' and ${chargedCategory} is not null
  and (m.pricing_type is not null or m.type = 'template')`

const conversationIs = (ctx: CompanyCtx, { teamId, assigneeId }: LogFilter): SQL[] => {
  const parts = [
    ...optional(isVisible(ctx), (visible) => visible),
    ...optional(teamId, (id) => sql`c.team_id = ${id}`),
    ...optional(assigneeId, (id) => sql`c.assignee_id = ${id}`),
  ]
  if (parts.length === 0) return []
  return [
    sql`exists (select 1 from conversations c where c.company_id = m.company_id and c.id = m.conversation_id
      and ${sql.join(parts, sql` and `)})`,
  ]
}

const conditions = async (ctx: CompanyCtx, filter: LogFilter): Promise<SQL[]> => {
  return [
    sql`m.company_id = ${ctx.company.id}`,
    ...daysOf(ctx, filter),
    ...clockOf(ctx, filter),
    filter.direction ? sql`m.direction = ${filter.direction}` : sql`m.direction in ('in', 'out')`,
    ...optional(filter.status, (values) =>
      values.length === 1 ? sql`m.status = ${sql.raw(`'${values[0]}'`)}` : sql`m.status = ${list(values)}`,
    ),
    // Spelled out, so that the index of failed messages is known to hold all that is asked.
    ...(filter.status?.length === 1 && filter.status[0] === 'failed' ? [sql`m.failed_at is not null`] : []),
    ...optional(filter.type, (values) => sql`m.type = ${list(values)}`),
    ...optional(filter.origin, (values) => sql`m.origin = ${list(values)}`),
    ...optional(
      filter.errorClass,
      (values) => sql`m.status = 'failed' and m.failed_at is not null and m.error_class = ${list(values)}`,
    ),
    ...optional(filter.errorCode, (code) =>
      code === 'none'
        ? sql`m.status = 'failed' and m.failed_at is not null and m.error_code is null`
        : sql`m.error_code = ${code}`,
    ),
    ...optional(filter.category, (values) => sql`${chargedCategory} = ${list(values)}`),
    ...optional(filter.priced, () => isPriced),
    ...optional(filter.channelId, (id) => sql`m.channel_id = ${id}`),
    ...optional(filter.authorId, (id) => sql`m.author_id = ${id}`),
    ...optional(filter.campaignId, (id) => sql`m.campaign_id = ${id}`),
    ...optional(filter.template, (name) => sql`m.type = 'template' and m.payload -> 'template' ->> 'name' = ${name}`),
    ...(filter.contact === undefined ? [] : [await contactIs(ctx, filter.contact)]),
    ...wordsOf(ctx, filter.q),
    ...conversationIs(ctx, filter),
  ]
}

const all = (parts: readonly SQL[]) => sql.join([...parts], sql` and `)

/** A page of the log, newest first, up to `limit` rows; `id` names one message whatever its day. */
export const findLogPage = async (
  ctx: CompanyCtx,
  filter: LogFilter,
  before: LogPlace | null,
  limit: number,
): Promise<LogRow[]> => {
  const place = before ? [sql`(m.occurred_at, m.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []
  const page = sql`select m.* from messages m where ${all([...(await conditions(ctx, filter)), ...place])}
    order by m.occurred_at desc, m.id desc limit ${limit}`
  return rowsOf(ctx, page)
}

/** How many messages a filter leaves, counted up to `limit`. */
export const countLog = async (ctx: CompanyCtx, filter: LogFilter, limit: number): Promise<number> => {
  const result = await ctx.db.execute<{ count: number }>(sql`select count(*)::int as count
    from (select 1 from messages m where ${all(await conditions(ctx, filter))} limit ${limit}) m`)
  return result.rows[0]?.count ?? 0
}

/** Their ids, newest first, at most `limit`. */
export const findLogIds = async (ctx: CompanyCtx, filter: LogFilter, limit: number): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`select m.id from messages m
    where ${all(await conditions(ctx, filter))} order by m.occurred_at desc, m.id desc limit ${limit}`)
  return result.rows.map(({ id }) => id)
}

/** Messages of the log by their ids; those that the actor may not see are absent. */
export const findLogRows = async (ctx: CompanyCtx, ids: readonly string[]): Promise<LogRow[]> => {
  const visible = isVisible(ctx)
  const page = sql`select m.* from messages m ${
    visible
      ? sql`join conversations c on c.company_id = m.company_id and c.id = m.conversation_id and ${visible}`
      : sql``
  } where m.company_id = ${ctx.company.id} and m.id = any(${sql.param([...ids])}::uuid[]) and m.direction in ('in', 'out')`
  return rowsOf(ctx, page)
}

/** One of them, or null. */
export const findLogRow = async (ctx: CompanyCtx, id: string): Promise<LogRow | null> =>
  (await findLogRows(ctx, [id]))[0] ?? null

const rowsOf = async (ctx: CompanyCtx, page: SQL): Promise<LogRow[]> => {
  const result = await ctx.db.execute<LogRow>(sql`
    select m.id, m.conversation_id, m.occurred_at::text as occurred_at, m.direction,
      ct.id as contact_id, ct.name, ct.profile_name, ct.phone, i.username,
      m.channel_id, coalesce(ch.name, '') as channel_name, m.type, m.payload -> 'template' ->> 'name' as template_name,
      left(m.body, 500) as body, m.revoked_at is not null as revoked, m.origin, u.id as author_id, u.name as author_name,
      u.avatar_file_id as author_avatar, cg.id as campaign_id, cg.name as campaign_name, m.status, m.error_code, m.error_class, ${categoryColumn}, ${priceColumns}
    from (${page}) m
    join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
    join contacts ct on ct.company_id = m.company_id and ct.id = c.contact_id
    join contact_identities i on i.company_id = m.company_id and i.id = c.identity_id
    left join channels ch on ch.id = m.channel_id
    left join users u on u.id = m.author_id
    left join campaigns cg on cg.company_id = m.company_id and cg.id = m.campaign_id
    ${priceJoin}
    order by m.occurred_at desc, m.id desc`)
  return result.rows
}

export type SummaryRow = { status: string; currency: string | null; count: number; amount: number | null }

/** Counts and costs by status and currency, of the newest twenty thousand messages and one. */
export const summariseLog = async (ctx: CompanyCtx, filter: LogFilter): Promise<SummaryRow[]> => {
  const result = await ctx.db.execute<SummaryRow>(sql`
    select p.status, p.currency, count(*)::int as count, sum(p.amount)::float8 as amount
    from (
      select m.status, ${priceColumns}
      from (select m.* from messages m where ${all(await conditions(ctx, filter))}
        order by m.occurred_at desc limit ${logSummaryLimit + 1}) m
      join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
      ${priceJoin}) p
    group by p.status, p.currency`)
  return result.rows
}

export type DetailRow = {
  wamid: string | null
  pricing_category: string | null
  pricing_type: string | null
}

export const findDetail = async (ctx: CompanyCtx, id: string): Promise<DetailRow | null> => {
  const result = await ctx.db.execute<DetailRow>(sql`select m.wamid, m.pricing_category, m.pricing_type
    from messages m where m.company_id = ${ctx.company.id} and m.id = ${id}`)
  return result.rows[0] ?? null
}

export type StatusRow = {
  status: string
  at: string
  error_code: number | null
  detail: Record<string, unknown> | null
}

/** Every status that was heard of a message, in order of its time. */
export const findStatusEvents = async (ctx: CompanyCtx, id: string): Promise<StatusRow[]> => {
  const result = await ctx.db.execute<StatusRow>(sql`select s.status, s.at::text as at, s.error_code, s.detail
    from message_status_events s where s.company_id = ${ctx.company.id} and s.message_id = ${id}
    order by s.at, array_position(array['sent', 'delivered', 'read', 'played'], s.status::text)`)
  return result.rows
}
