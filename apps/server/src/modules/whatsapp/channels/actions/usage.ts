import type { ChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import type { CompanyCtx, Ctx, UserCtx } from '#server/context.ts'
import { findRateCard } from '#server/db/message-price.ts'
import { dayAround, monthStart } from '#server/lib/business-hours.ts'
import { scopeOf } from '#server/modules/whatsapp/directory/index.ts'
import { limitSize } from '../policy.ts'
import { type ChannelWithAccount, listChannelRows } from '../queries/channels.ts'
import * as queries from '../queries/usage.ts'
import { settingsOf } from '../view.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const hourOf = (at: number) => new Date(Math.floor(at / HOUR_MS) * HOUR_MS)

/** The moments since which lists sum up what numbers did, with days and months of a zone. */
const recentOf = (now: Date) => ({ hour: hourOf(now.getTime() - HOUR_MS), day: hourOf(now.getTime() - DAY_MS) })
const momentsOf = (now: Date, timezone: string): queries.Moments => ({
  ...recentOf(now),
  today: dayAround(timezone, now).from,
  month: monthStart(timezone, now),
})

/** Every message of this hour counts, those too that lie a little ahead of our clock. */
const endOf = (now: Date) => new Date(hourOf(now.getTime()).getTime() + 2 * HOUR_MS)

const isCapped = ({ channel }: ChannelWithAccount, spent: number): boolean => {
  const { amount, hard } = settingsOf(channel).limits.spendPerDay
  return hard && amount !== null && spent >= amount
}

/** What the connected numbers of the company did lately, and how much of their limits is used. */
export const listUsage = async (ctx: CompanyCtx & UserCtx): Promise<{ data: ChannelUsage[] }> => {
  const { company, actor } = ctx
  const rows = (await listChannelRows(ctx, company.id)).filter(({ channel }) => channel.disconnectedAt === null)
  const scopes = [...new Set(rows.map(({ account }) => scopeOf(account)))]
  const keys = rows.map(({ channel }) => channel)
  const moments = momentsOf(ctx.now(), company.timezone)
  const sums = await queries.sumUsageAcrossCompanies(ctx, keys, moments, endOf(ctx.now()))
  const reached = await queries.countReachedOf(ctx, scopes, new Date(ctx.now().getTime() - DAY_MS))
  const sharing = await queries.countSharingOf(ctx, actor.userId, company.id, scopes)
  const ratesFrom = await findRateCard(ctx)
  const teams = await queries.listTeamNames(ctx, company.id)
  const data = rows.map((row): ChannelUsage => {
    const scope = scopeOf(row.account)
    const done = sums.get(row.channel.id)
    if (!done) throw new Error('Every channel that is asked about has sums')
    const { teamId } = settingsOf(row.channel).routing
    return {
      id: row.channel.id,
      teamName: (teamId && teams.get(teamId)) || null,
      ...done,
      ratesFrom,
      webhookLagSeconds: row.channel.webhookLagSeconds,
      limitUsed: reached.get(scope) ?? 0,
      limitSize: limitSize(row.channel.messagingLimit),
      sharedWith: sharing.get(scope) ?? 0,
      capped: isCapped(row, done.spendToday),
    }
  })
  return { data }
}

/** How full the portfolios of some numbers are, by scope. */
export const countReachedInDay = (ctx: Ctx, scopes: readonly string[]): Promise<Map<string, number>> =>
  queries.countReachedOf(ctx, [...new Set(scopes)], new Date(ctx.now().getTime() - DAY_MS))

/** What numbers of whatever company did in the last day and hour. */
export const sumUsage = (ctx: Ctx, keys: readonly queries.ChannelKey[]): Promise<Map<string, queries.Sums>> =>
  queries.sumUsageAcrossCompanies(ctx, keys, recentOf(ctx.now()), endOf(ctx.now()))
