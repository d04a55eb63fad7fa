import { type SQL, sql } from 'drizzle-orm'
import { messages } from '#server/db/schema/index.ts'
import { type DashboardCtx, isWhole, type Scope, type Span, visibleMessages } from './scope.ts'

// Messages of a span by quarters of an hour, with `quarter`, `in`, `out` and `failed`: each clock of the world shows whole
// quarters, and naming the hours or days of a few thousand of them costs much less than naming those of each message.

const counts = sql`count(*) filter (where ${messages.direction} = 'in') as "in",
  count(*) filter (where ${messages.direction} = 'out') as "out",
  count(*) filter (where ${messages.direction} = 'out' and ${messages.status} = 'failed') as failed`

/** Counted one by one: who sees a part of the company sees what is theirs at this moment, which no sum knows. */
const countedQuarters = (ctx: DashboardCtx, scope: Scope, { from, to }: Span): SQL => sql`(
  select date_bin('15 minutes', ${messages.occurredAt}, 'epoch') as quarter, ${counts}
  from ${messages}
  where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
    and ${messages.occurredAt} < ${to} and ${messages.direction} in ('in', 'out') and ${visibleMessages(ctx, scope)}
  group by 1)`

/**
 * From the sums (`sum-messages.ts`), and one by one whatever they do not cover or a mark says has changed since. Marks are
 * committed with the change, so this counts the same as reading every message.
 */
const summedQuarters = (ctx: DashboardCtx, scope: Scope, { from, to }: Span): SQL => sql`(
  with bounds as (
    select ${from}::timestamptz as "from", ${to}::timestamptz as "to",
      coalesce(s.since, case when s.until is null then 'infinity' else '-infinity' end::timestamptz) as since,
      coalesce(s.until, 'infinity') as until
    from (select) as always left join message_sums s on s.company_id = ${ctx.company.id}),
  marked as materialized (
    select distinct k.quarter from message_marks k, bounds b where k.company_id = ${ctx.company.id}
      and k.quarter >= b.from and k.quarter < b.to and k.quarter >= b.since and k.quarter < b.until),
  uncovered as (
    select b.from, least(b.to, b.since) as "to" from bounds b where b.from < b.since
    union all select greatest(b.from, b.until), b.to from bounds b where b.until < b.to
    union all select quarter, quarter + interval '15 minutes' from marked)
  select q.quarter, sum(q.incoming) as "in", sum(q.outgoing) as "out", sum(q.failed) as failed
  from message_quarters q, bounds b
  where q.company_id = ${ctx.company.id} and q.quarter >= b.from and q.quarter < b.to
    and q.quarter >= b.since and q.quarter < b.until and q.quarter not in (select quarter from marked)
    and ${scope.channelId ? sql`q.channel_id = ${scope.channelId}` : sql`true`}
  group by 1
  union all
  select n.* from uncovered u cross join lateral (
    select date_bin('15 minutes', ${messages.occurredAt}, 'epoch') as quarter, ${counts}
    from ${messages}
    where ${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= u.from
      and ${messages.occurredAt} < u.to and ${messages.direction} in ('in', 'out') and ${visibleMessages(ctx, scope)}
    group by 1) as n)`

export const quartersOf = (ctx: DashboardCtx, scope: Scope, span: Span): SQL =>
  isWhole(ctx, scope) ? summedQuarters(ctx, scope, span) : countedQuarters(ctx, scope, span)
