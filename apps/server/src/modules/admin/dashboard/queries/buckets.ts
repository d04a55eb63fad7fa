import { type SQL, sql } from 'drizzle-orm'
import { countedMessages, messageBuckets, pricedMessages, spendBuckets } from '#server/db/message-buckets.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { type DashboardCtx, isWhole, type Scope, type Span, visibleMessages } from './scope.ts'

/** Who sees a part of the company sees what is theirs at this moment, which no sum knows. */
const inSight = (ctx: DashboardCtx, scope: Scope, { from, to }: Span): SQL =>
  sql`${messages.companyId} = ${ctx.company.id} and ${messages.occurredAt} >= ${from}
    and ${messages.occurredAt} < ${to} and ${visibleMessages(ctx, scope)}`

const whole = (ctx: DashboardCtx, { channelId }: Scope, span: Span) => ({
  ...span,
  companyIds: [ctx.company.id],
  channelId,
})

/** Messages of a span by `bucket` of 15 minutes, with `in`, `out` and `failed`. */
export const bucketsOf = (ctx: DashboardCtx, scope: Scope, span: Span): SQL =>
  isWhole(ctx, scope) ? messageBuckets(whole(ctx, scope, span)) : sql`(${countedMessages(inSight(ctx, scope, span))})`

/** What they cost, with `category`, `messages`, `estimated`, `amount` and `currency`. */
export const spendBucketsOf = (ctx: DashboardCtx, scope: Scope, span: Span): SQL =>
  isWhole(ctx, scope) ? spendBuckets(whole(ctx, scope, span)) : sql`(${pricedMessages(inSight(ctx, scope, span))})`
