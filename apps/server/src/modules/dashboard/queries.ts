import { sql } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import {
  channels,
  companyMembers,
  consents,
  contacts,
  conversations,
  csatResponses,
  invitations,
  messages,
} from '#server/db/schema/index.ts'
import { isVisible } from '../conversations/index.ts'

type DashboardCtx = CompanyCtx & UserCtx
export type Span = { from: Date; to: Date }

const one = async <R extends Record<string, unknown>>(ctx: DashboardCtx, query: ReturnType<typeof sql>): Promise<R> => {
  const result = await ctx.db.execute<R>(query)
  const row = result.rows[0]
  if (!row) throw new Error('An aggregate always has a row')
  return row as R
}

/** Conversations that this member may see. */
const visible = (ctx: DashboardCtx) => isVisible(ctx, conversations) ?? sql`true`

/** The same limit for messages. */
const visibleMessages = (ctx: DashboardCtx) =>
  ctx.company.member.visibility === 'all'
    ? sql`true`
    : sql`exists (select 1 from ${conversations} where ${conversations.companyId} = ${messages.companyId}
        and ${conversations.id} = ${messages.conversationId} and ${visible(ctx)})`

export const countNow = (ctx: DashboardCtx) =>
  one<{ open: number; unassigned: number; waiting: number; overdue: number; channels: number }>(
    ctx,
    sql`select count(*)::int as open,
        (count(*) filter (where ${conversations.assigneeId} is null))::int as unassigned,
        (count(*) filter (where ${conversations.waitingSince} is not null))::int as waiting,
        (count(*) filter (where ${conversations.slaDueAt} < ${ctx.now()}))::int as overdue,
        (select count(*)::int from ${channels}
          where ${channels.companyId} = ${ctx.company.id} and ${channels.disconnectedAt} is null) as channels
      from ${conversations}
      where ${conversations.companyId} = ${ctx.company.id} and ${conversations.status} <> 'resolved' and ${visible(ctx)}`,
  )

export const countConversations = (ctx: DashboardCtx, { from, to }: Span) =>
  one<{ resolved: number; median: number | null; resolution: number | null }>(
    ctx,
    sql`select
        (count(*) filter (where ${conversations.status} = 'resolved' and ${conversations.resolvedAt} >= ${from}
          and ${conversations.resolvedAt} < ${to}))::int as resolved,
        percentile_cont(0.5) within group (
          order by extract(epoch from ${conversations.firstResponseAt} - ${conversations.createdAt})
        ) filter (where ${conversations.firstResponseAt} >= ${from} and ${conversations.firstResponseAt} < ${to}
          and ${conversations.firstResponseAt} >= ${conversations.createdAt}) as median,
        percentile_cont(0.5) within group (
          order by extract(epoch from ${conversations.resolvedAt} - ${conversations.createdAt})
        ) filter (where ${conversations.status} = 'resolved' and ${conversations.resolvedAt} >= ${from}
          and ${conversations.resolvedAt} < ${to} and ${conversations.resolvedAt} >= ${conversations.createdAt}) as resolution
      from ${conversations}
      where ${conversations.companyId} = ${ctx.company.id} and ${visible(ctx)}
        and (${conversations.resolvedAt} >= ${from} or ${conversations.firstResponseAt} >= ${from})`,
  )

export const countMessages = (ctx: DashboardCtx, { from, to }: Span) =>
  one<{ incoming: number; outgoing: number; failed: number }>(
    ctx,
    sql`select (count(*) filter (where ${messages.direction} = 'in'))::int as incoming,
        (count(*) filter (where ${messages.direction} = 'out'))::int as outgoing,
        (count(*) filter (where ${messages.direction} = 'out' and ${messages.status} = 'failed'))::int as failed
      from ${messages}
      where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
        and ${messages.occurredAt} < ${to} and ${visibleMessages(ctx)}`,
  )

/** Average score of the customers of visible conversations who answered; null for none. */
export const averageScore = (ctx: DashboardCtx, { from, to }: Span) =>
  one<{ average: string | null }>(
    ctx,
    sql`select avg(${csatResponses.score})::text as average
      from ${csatResponses}
      join ${conversations} on ${conversations.companyId} = ${csatResponses.companyId}
        and ${conversations.id} = ${csatResponses.conversationId}
      where ${csatResponses.companyId} = ${ctx.company.id} and ${csatResponses.answeredAt} >= ${from}
        and ${csatResponses.answeredAt} < ${to} and ${visible(ctx)}`,
  )

export const countOptOuts = (ctx: DashboardCtx, { from, to }: Span) =>
  ctx.db.$count(
    consents,
    sql`${consents.companyId} = ${ctx.company.id} and ${consents.state} = 'denied'
      and ${consents.at} >= ${from} and ${consents.at} < ${to}`,
  )

export const countNewContacts = (ctx: DashboardCtx, { from, to }: Span) =>
  ctx.db.$count(
    contacts,
    sql`${contacts.companyId} = ${ctx.company.id} and ${contacts.deletedAt} is null
      and ${contacts.createdAt} >= ${from} and ${contacts.createdAt} < ${to}`,
  )

const MOST_REASONS = 10

export const countFailures = async (ctx: DashboardCtx, { from, to }: Span) => {
  const result = await ctx.db.execute<{ code: string; count: number }>(
    sql`select coalesce(${messages.errorCode}::text, 'unknown') as code, count(*)::int as count
      from ${messages}
      where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
        and ${messages.occurredAt} < ${to} and ${messages.direction} = 'out' and ${messages.status} = 'failed'
        and ${visibleMessages(ctx)}
      group by 1 order by 2 desc, 1 limit ${MOST_REASONS}`,
  )
  return result.rows
}

/** Messages by day of the company's calendar. */
export const countByDay = async (ctx: DashboardCtx, { from, to }: Span) => {
  const result = await ctx.db.execute<{ day: string; incoming: number; outgoing: number; failed: number }>(
    sql`select to_char(${messages.occurredAt} at time zone ${ctx.company.timezone}, 'YYYY-MM-DD') as day,
        (count(*) filter (where ${messages.direction} = 'in'))::int as incoming,
        (count(*) filter (where ${messages.direction} = 'out'))::int as outgoing,
        (count(*) filter (where ${messages.direction} = 'out' and ${messages.status} = 'failed'))::int as failed
      from ${messages}
      where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
        and ${messages.occurredAt} < ${to} and ${visibleMessages(ctx)}
      group by 1`,
  )
  return result.rows
}

/** Instants at which the last `days` days of the company's calendar begin, the first one first, and the end of today. */
export const dayBounds = async (ctx: DashboardCtx, days: number) => {
  const result = await ctx.db.execute<{ day: string; start: string }>(
    sql`select to_char(d, 'YYYY-MM-DD') as day, (d::timestamp at time zone ${ctx.company.timezone})::text as start
      from generate_series(
        (${ctx.now()}::timestamptz at time zone ${ctx.company.timezone})::date - ${days - 1}::int,
        (${ctx.now()}::timestamptz at time zone ${ctx.company.timezone})::date + 1, interval '1 day') as d`,
  )
  return result.rows.map((row) => ({ day: row.day, start: new Date(row.start) }))
}

/** Which steps of the beginning are done in the current company. */
export const findProgress = (ctx: DashboardCtx) =>
  one<{ connected: boolean; received: boolean; sent: boolean; invited: boolean }>(
    ctx,
    sql`select
        exists (select 1 from ${channels} where ${channels.companyId} = ${ctx.company.id} and ${channels.disconnectedAt} is null) as connected,
        exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.company.id} and ${messages.direction} = 'in') as received,
        exists (select 1 from ${messages} where ${messages.companyId} = ${ctx.company.id} and ${messages.direction} = 'out') as sent,
        ((select count(*) from ${companyMembers} where ${companyMembers.companyId} = ${ctx.company.id}) > 1
          or exists (select 1 from ${invitations} where ${invitations.companyId} = ${ctx.company.id}
            and ${invitations.revokedAt} is null)) as invited`,
  )
