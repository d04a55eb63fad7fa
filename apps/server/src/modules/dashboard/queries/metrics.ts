import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { categoryColumn, priceColumns, priceJoin } from '#server/db/message-price.ts'
import { conversations, messages } from '#server/db/schema/index.ts'
import { labels, type Unit } from './calendar.ts'
import { quartersOf } from './quarters.ts'
import { type DashboardCtx, type Scope, type Span, visible, visibleMessages } from './scope.ts'

// What the charts count. A message counts at the moment it happened, a conversation when it was opened or resolved.

type MessageCount = { at: string; in: number; out: number; failed: number }

export const seriesOfMessages = async (ctx: DashboardCtx, scope: Scope, span: Span, unit: Unit) => {
  const result = await ctx.db.execute<MessageCount>(sql`
    select to_char(q.quarter at time zone ${ctx.company.timezone}, ${labels[unit]}) as at,
      sum(q.in)::int as in, sum(q.out)::int as out, sum(q.failed)::int as failed
    from ${quartersOf(ctx, scope, span)} as q
    group by 1`)
  return result.rows
}

type ConversationCount = { at: string; created: number; resolved: number }

export const seriesOfConversations = async (ctx: DashboardCtx, scope: Scope, { from, to }: Span, unit: Unit) => {
  const { createdAt, resolvedAt, status } = conversations
  const counted = (at: SQLWrapper, which: SQL, created: SQL, resolved: SQL) => sql`
    select date_bin('15 minutes', ${at}, 'epoch') as quarter, ${created} as created, ${resolved} as resolved
    from ${conversations}
    where ${conversations.companyId} = ${ctx.company.id} and ${at} >= ${from} and ${at} < ${to} and ${which}
      and ${visible(ctx, scope)}
    group by 1`
  const result = await ctx.db.execute<ConversationCount>(sql`
    select to_char(q.quarter at time zone ${ctx.company.timezone}, ${labels[unit]}) as at,
      sum(q.created)::int as created, sum(q.resolved)::int as resolved
    from (${counted(createdAt, sql`true`, sql`count(*)`, sql`0`)}
      union all ${counted(resolvedAt, sql`${status} = 'resolved'`, sql`0`, sql`count(*)`)}) as q
    group by 1`)
  return result.rows
}

/** Messages of customers by weekday and hour of the company's clock. */
export const heatOf = async (ctx: DashboardCtx, scope: Scope, span: Span) => {
  const result = await ctx.db.execute<{ weekday: number; hour: number; count: number }>(sql`
    select extract(dow from l.at)::int as weekday, extract(hour from l.at)::int as hour, sum(q.in)::int as count
    from ${quartersOf(ctx, scope, span)} as q
    cross join lateral (select q.quarter at time zone ${ctx.company.timezone} as at) as l
    where q.in > 0
    group by 1, 2 order by 1, 2`)
  return result.rows
}

type Spend = { category: string; amount: number | null; currency: string | null; messages: number; estimated: number }

/** What WhatsApp charges by category. Messages alike in all that decides the price are priced together. */
export const spendOf = async (ctx: DashboardCtx, scope: Scope, { from, to }: Span) => {
  const result = await ctx.db.execute<Spend>(sql`
    select p.category, sum(p.amount * p.n)::float8 as amount, max(p.currency) as currency, sum(p.n)::int as messages,
      coalesce(sum(p.n) filter (where p.estimated), 0)::int as estimated
    from (
      select m.n, ${categoryColumn}, ${priceColumns}
      from (
        select 'out' as direction, 'sent' as status, ${messages.pricingType} as pricing_type,
          ${messages.pricingCategory} as pricing_category,
          jsonb_build_object('template', jsonb_build_object('category', ${messages.payload} -> 'template' -> 'category')) as payload,
          (${messages.occurredAt})::date as occurred_at, left(contacts.phone, 2) as phone, count(*) as n
        from ${messages}
        join contacts on contacts.company_id = ${messages.companyId} and contacts.id = ${messages.contactId}
        where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
          and ${messages.occurredAt} < ${to} and ${messages.direction} = 'out' and ${messages.status} <> 'failed'
          and (${messages.pricingType} is not null or ${messages.type} = 'template') and ${visibleMessages(ctx, scope)}
        group by 3, 4, 5, 6, 7) as m
      cross join lateral (select m.phone) as ct
      ${priceJoin}) as p
    where p.category is not null
    group by p.category order by 2 desc nulls last, 1`)
  return result.rows
}
