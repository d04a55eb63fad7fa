import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import {
  channelHours,
  channels,
  companies,
  companyMembers,
  portfolioReaches,
  teams,
  waAccounts,
} from '#server/db/schema/index.ts'

type Db = Pick<Ctx, 'db'>

export const scopeColumn = sql<string>`coalesce(${waAccounts.portfolioId}, ${waAccounts.wabaId})`

export type Moments = { hour: Date; day: Date; today: Date; month: Date }
export type Sums = {
  messagesDay: number
  errorsHour: number
  spendToday: number
  spendDay: number
  spendMonth: number
  currency: string | null
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const earliest = (moments: Moments) => new Date(Math.min(...Object.values(moments).map((moment) => moment.getTime())))

/** What channels did since some moments, by channel. */
export const sumHoursAcrossCompanies = async (
  ctx: Db,
  channelIds: readonly string[],
  moments: Moments,
): Promise<Map<string, Sums>> => {
  if (channelIds.length === 0) return new Map()
  const { hour, spend, inbound, sent, failed } = channelHours
  const sumSince = (value: typeof spend, moment: Date) =>
    sql<number>`coalesce(sum(${value}) filter (where ${hour} >= ${at(moment)}), 0)::float8`
  const rows = await ctx.db
    .select({
      id: channelHours.channelId,
      messagesDay: sql<number>`coalesce(sum(${inbound} + ${sent}) filter (where ${hour} >= ${at(moments.day)}), 0)::int`,
      errorsHour: sql<number>`coalesce(sum(${failed}) filter (where ${hour} >= ${at(moments.hour)}), 0)::int`,
      spendToday: sumSince(spend, moments.today),
      spendDay: sumSince(spend, moments.day),
      spendMonth: sumSince(spend, moments.month),
      currency: sql<string | null>`max(${channelHours.currency})`,
    })
    .from(channelHours)
    .where(and(inArray(channelHours.channelId, [...channelIds]), gte(hour, earliest(moments))))
    .groupBy(channelHours.channelId)
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
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

/** What a channel's messages cost since a moment. */
export const spentSince = async (ctx: Db, channelId: string, since: Date): Promise<number> => {
  const rows = await ctx.db
    .select({ spent: sql<number>`coalesce(sum(${channelHours.spend}), 0)::float8` })
    .from(channelHours)
    .where(and(eq(channelHours.channelId, channelId), gte(channelHours.hour, since)))
  return rows[0]?.spent ?? 0
}
