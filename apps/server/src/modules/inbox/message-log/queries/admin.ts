import { type AdminLogFilter, adminLogPeriod } from '@recado/contracts/inbox/message-log'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { categoryColumn } from '#server/db/message-price.ts'
import type { LogPlace } from './log.ts'

export type AdminLogRow = {
  id: string
  company_id: string
  company_name: string
  channel_id: string
  channel_name: string
  occurred_at: string
  direction: 'in' | 'out'
  type: string
  template_name: string | null
  origin: string
  status: string
  error_code: number | null
  error_class: string | null
  category: string | null
}

const list = (values: readonly string[]) => sql`any(${sql.param([...values])}::text[])`

const daysOf = (ctx: Ctx, { from, to }: AdminLogFilter): SQL[] => {
  const today = sql`(${ctx.now().toISOString()}::timestamptz at time zone 'UTC')::date`
  const last = to
    ? sql`${to}::date`
    : from
      ? sql`least(${from}::date + ${adminLogPeriod.most - 1}::int, ${today})`
      : today
  const first = from ? sql`${from}::date` : sql`${last} - ${adminLogPeriod.usual - 1}::int`
  return [
    sql`m.occurred_at >= greatest(${first}, ${last} - ${adminLogPeriod.most - 1}::int)::timestamp at time zone 'UTC'`,
    sql`m.occurred_at < (${last} + 1)::timestamp at time zone 'UTC'`,
  ]
}

const conditions = (ctx: Ctx, filter: AdminLogFilter, before: LogPlace | null): SQL =>
  sql.join(
    [
      sql`m.company_id = c.id`,
      ...daysOf(ctx, filter),
      filter.direction ? sql`m.direction = ${filter.direction}` : sql`m.direction in ('in', 'out')`,
      ...(filter.status ? [sql`m.status = ${list(filter.status)}`] : []),
      // Spelled out, so that the index of failed messages is known to hold all that is asked.
      ...(filter.status?.length === 1 && filter.status[0] === 'failed' ? [sql`m.failed_at is not null`] : []),
      ...(filter.errorClass
        ? [sql`m.status = 'failed' and m.failed_at is not null`, sql`m.error_class = ${list(filter.errorClass)}`]
        : []),
      ...(filter.errorCode === undefined ? [] : [sql`m.error_code = ${filter.errorCode}`]),
      ...(filter.channelId ? [sql`m.channel_id = ${filter.channelId}`] : []),
      ...(before ? [sql`(m.occurred_at, m.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
    ],
    sql` and `,
  )

/** A page over all companies, newest first: the newest of each by its own index, and of those the newest. */
export const findLogAcrossCompanies = async (
  ctx: Ctx,
  filter: AdminLogFilter,
  before: LogPlace | null,
  limit: number,
): Promise<AdminLogRow[]> => {
  const result = await ctx.db.execute<AdminLogRow>(sql`
    select m.id, m.company_id, c.name as company_name, m.channel_id, coalesce(ch.name, '') as channel_name,
      m.occurred_at::text as occurred_at, m.direction, m.type, m.payload -> 'template' ->> 'name' as template_name,
      m.origin, m.status, m.error_code, m.error_class, ${categoryColumn}
    from companies c
    cross join lateral (select m.* from messages m where ${conditions(ctx, filter, before)}
      order by m.occurred_at desc, m.id desc limit ${limit}) m
    left join channels ch on ch.id = m.channel_id
    where c.sandbox_of is null ${filter.companyId ? sql`and c.id = ${filter.companyId}` : sql``}
    order by m.occurred_at desc, m.id desc limit ${limit}`)
  return result.rows
}

/** What a message of any company says, or null. */
export const findTextAcrossCompanies = async (ctx: Ctx, companyId: string, id: string) => {
  const result = await ctx.db.execute<{ body: string | null; payload: Record<string, unknown> }>(sql`
    select m.body, m.payload from messages m
    where m.company_id = ${companyId} and m.id = ${id} and m.direction in ('in', 'out') and m.revoked_at is null`)
  return result.rows[0] ?? null
}

export type MessagePlace = {
  id: string
  company_id: string
  company_name: string
  timezone: string
  access_blocks: string[]
  channel_name: string
}

/** Where messages belong; each company is asked by its own key. */
export const findPlacesAcrossCompanies = async (ctx: Ctx, ids: readonly string[]): Promise<MessagePlace[]> => {
  const result = await ctx.db.execute<MessagePlace>(sql`
    select m.id, c.id as company_id, c.name as company_name, c.timezone, c.access_blocks,
      coalesce(ch.name, '') as channel_name
    from companies c
    cross join lateral (select m.id, m.channel_id from messages m
      where m.company_id = c.id and m.id = any(${sql.param([...ids])}::uuid[]) and m.direction in ('in', 'out')) m
    left join channels ch on ch.id = m.channel_id
    where c.deleted_at is null`)
  return result.rows
}
