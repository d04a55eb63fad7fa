import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { bucketsOf, spendBucketsOf } from './buckets.ts'
import { labels, type Unit } from './calendar.ts'
import { type DashboardCtx, type Scope, type Span, visible } from './scope.ts'

// What the charts count. A message counts at the moment it happened, a conversation when it was opened or resolved.

type MessageCount = { at: string; in: number; out: number; failed: number }

export const seriesOfMessages = async (ctx: DashboardCtx, scope: Scope, span: Span, unit: Unit) => {
  const result = await ctx.db.execute<MessageCount>(sql`
    select to_char(q.bucket at time zone ${ctx.company.timezone}, ${labels[unit]}) as at,
      sum(q.in)::int as in, sum(q.out)::int as out, sum(q.failed)::int as failed
    from ${bucketsOf(ctx, scope, span)} as q
    group by 1`)
  return result.rows
}

type ConversationCount = { at: string; created: number; resolved: number }

export const seriesOfConversations = async (ctx: DashboardCtx, scope: Scope, { from, to }: Span, unit: Unit) => {
  const { createdAt, resolvedAt, status } = conversations
  const counted = (at: SQLWrapper, which: SQL, created: SQL, resolved: SQL) => sql`
    select date_bin('15 minutes', ${at}, 'epoch') as bucket, ${created} as created, ${resolved} as resolved
    from ${conversations}
    where ${conversations.companyId} = ${ctx.company.id} and ${at} >= ${from} and ${at} < ${to} and ${which}
      and ${visible(ctx, scope)}
    group by 1`
  const result = await ctx.db.execute<ConversationCount>(sql`
    select to_char(q.bucket at time zone ${ctx.company.timezone}, ${labels[unit]}) as at,
      sum(q.created)::int as created, sum(q.resolved)::int as resolved
    from (${counted(createdAt, sql`true`, sql`count(*)`, sql`0`)}
      union all ${counted(resolvedAt, sql`${status} = 'resolved'`, sql`0`, sql`count(*)`)}) as q
    group by 1`)
  return result.rows
}

type ResponseTime = { at: string; firstResponse: number }

/** How long customers waited for the first response, grouped by when it was sent. */
export const seriesOfFirstResponses = async (ctx: DashboardCtx, scope: Scope, { from, to }: Span, unit: Unit) => {
  const { createdAt, firstResponseAt } = conversations
  const result = await ctx.db.execute<ResponseTime>(sql`
    select to_char(${firstResponseAt} at time zone ${ctx.company.timezone}, ${labels[unit]}) as at,
      percentile_cont(0.5) within group (order by extract(epoch from ${firstResponseAt} - ${createdAt})) as "firstResponse"
    from ${conversations}
    where ${conversations.companyId} = ${ctx.company.id} and ${firstResponseAt} >= ${from} and ${firstResponseAt} < ${to}
      and ${firstResponseAt} >= ${createdAt} and ${visible(ctx, scope)}
    group by 1`)
  return result.rows
}

/** Messages of customers by weekday and hour of the company's clock. */
export const heatOf = async (ctx: DashboardCtx, scope: Scope, span: Span) => {
  const result = await ctx.db.execute<{ weekday: number; hour: number; count: number }>(sql`
    select extract(dow from l.at)::int as weekday, extract(hour from l.at)::int as hour, sum(q.in)::int as count
    from ${bucketsOf(ctx, scope, span)} as q
    cross join lateral (select q.bucket at time zone ${ctx.company.timezone} as at) as l
    where q.in > 0
    group by 1, 2 order by 1, 2`)
  return result.rows
}

type Spend = { category: string; amount: number | null; currency: string | null; messages: number; estimated: number }

/** What WhatsApp charges by category. */
export const spendOf = async (ctx: DashboardCtx, scope: Scope, span: Span) => {
  const result = await ctx.db.execute<Spend>(sql`
    select q.category, sum(q.amount)::float8 as amount, max(q.currency) as currency, sum(q.messages)::int as messages,
      sum(q.estimated)::int as estimated
    from ${spendBucketsOf(ctx, scope, span)} as q
    group by q.category order by 2 desc nulls last, 1`)
  return result.rows
}
