import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { messageBuckets, type Span, spendBuckets } from '#server/db/message-buckets.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { channels, portfolioReaches, waAccounts } from '#server/db/schema/whatsapp/channels.ts'

type Db = Pick<Ctx, 'db'>

export const scopeColumn = sql<string>`coalesce(${waAccounts.portfolioId}, ${waAccounts.wabaId})`

export type Moments = { hour: Date; day: Date; today?: Date; month?: Date }
export type Sums = {
  messagesDay: number
  errorsHour: number
  spendToday: number
  spendDay: number
  spendMonth: number
  currency: string | null
}

export type ChannelKey = { id: string; companyId: string }

/** What channels did from some moments until another, by channel; 0 for a moment that is left out. */
export const sumUsageAcrossCompanies = async (
  ctx: Db,
  keys: readonly ChannelKey[],
  moments: Moments,
  to: Date,
): Promise<Map<string, Sums>> => {
  if (keys.length === 0) return new Map()
  const ids = sql.param(keys.map(({ id }) => id))
  const companyIds = [...new Set(keys.map(({ companyId }) => companyId))]
  const from = new Date(Math.min(moments.hour.getTime(), moments.day.getTime()))
  const earliest = new Date(
    Math.min(...[from, moments.today, moments.month].flatMap((moment) => moment?.getTime() ?? [])),
  )
  const spentSince = (moment: Date | undefined) =>
    sql`coalesce(sum(q.amount) filter (where q.bucket >= ${moment ?? to}), 0)::float8`
  const messages = await ctx.db.execute<Pick<Sums, 'messagesDay' | 'errorsHour'> & { id: string }>(sql`
    select q.channel_id as id,
      coalesce(sum(q.in + q.out - q.failed) filter (where q.bucket >= ${moments.day}), 0)::int as "messagesDay",
      coalesce(sum(q.failed) filter (where q.bucket >= ${moments.hour}), 0)::int as "errorsHour"
    from ${messageBuckets({ companyIds, from, to })} as q where q.channel_id = any(${ids}::uuid[]) group by 1`)
  const spend = await ctx.db.execute<Omit<Sums, 'messagesDay' | 'errorsHour'> & { id: string }>(sql`
    select q.channel_id as id, ${spentSince(moments.today)} as "spendToday", ${spentSince(moments.day)} as "spendDay",
      ${spentSince(moments.month)} as "spendMonth", max(q.currency) as currency
    from ${spendBuckets({ companyIds, from: earliest, to })} as q where q.channel_id = any(${ids}::uuid[]) group by 1`)
  const none = { messagesDay: 0, errorsHour: 0, spendToday: 0, spendDay: 0, spendMonth: 0, currency: null }
  const sums = new Map<string, Sums>(keys.map(({ id }) => [id, none]))
  for (const { id, ...row } of [...messages.rows, ...spend.rows]) sums.set(id, { ...(sums.get(id) ?? none), ...row })
  return sums
}

/** How many people each of these portfolios reached since a moment. */
export const countReachedOf = async (ctx: Db, scopes: readonly string[], since: Date): Promise<Map<string, number>> => {
  if (scopes.length === 0) return new Map()
  const rows = await ctx.db
    .select({ scope: portfolioReaches.scope, count: sql<number>`count(*)::int` })
    .from(portfolioReaches)
    .where(and(inArray(portfolioReaches.scope, [...scopes]), gte(portfolioReaches.at, since)))
    .groupBy(portfolioReaches.scope)
  return new Map(rows.map(({ scope, count }) => [scope, count]))
}

/** How many other companies of a person have numbers in each of these portfolios. */
export const countSharingOf = async (
  ctx: Db,
  userId: string,
  companyId: string,
  scopes: readonly string[],
): Promise<Map<string, number>> => {
  if (scopes.length === 0) return new Map()
  const rows = await ctx.db
    .select({ scope: scopeColumn, count: sql<number>`count(distinct ${channels.companyId})::int` })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .innerJoin(companyMembers, and(eq(companyMembers.companyId, channels.companyId), eq(companyMembers.userId, userId)))
    .where(
      and(
        inArray(scopeColumn, [...scopes]),
        sql`${channels.companyId} <> ${companyId}`,
        isNull(channels.disconnectedAt),
        eq(companyMembers.status, 'active'),
      ),
    )
    .groupBy(scopeColumn)
  return new Map(rows.map(({ scope, count }) => [scope, count]))
}

export const listTeamNames = async (ctx: Db, companyId: string): Promise<Map<string, string>> => {
  const rows = await ctx.db.select({ id: teams.id, name: teams.name }).from(teams).where(eq(teams.companyId, companyId))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const live = (companyId: string) => and(eq(channels.companyId, companyId), isNull(channels.disconnectedAt))

/** The connected numbers of a company with how many people their portfolio reached since a moment. */
export const listLimited = async (ctx: Db, companyId: string, since: Date) => {
  const rows = await ctx.db
    .select({ channel: channels, scope: scopeColumn })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .where(live(companyId))
  const reached = await countReachedOf(ctx, [...new Set(rows.map(({ scope }) => scope))], since)
  return rows.map((row) => ({ ...row, used: reached.get(row.scope) ?? 0 }))
}

/** The connected numbers of a company that may have a cap, with the company's zone. */
export const listCapped = (ctx: Db, companyId: string) =>
  ctx.db
    .select({ channel: channels, timezone: companies.timezone })
    .from(channels)
    .innerJoin(companies, eq(companies.id, channels.companyId))
    .where(and(live(companyId), sql`${channels.settings} -> 'limits' -> 'spendPerDay' ->> 'amount' is not null`))

/** What a channel's messages cost in a span. */
export const sumSpendOf = async (ctx: Db, { id, companyId }: ChannelKey, span: Span): Promise<number> => {
  const { rows } = await ctx.db.execute<{ spent: number }>(sql`select coalesce(sum(q.amount), 0)::float8 as spent
    from ${spendBuckets({ ...span, companyIds: [companyId], channelId: id })} as q`)
  return rows[0]?.spent ?? 0
}
