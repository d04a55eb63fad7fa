import { channelLimits } from '@recado/contracts/whatsapp/channel-settings'
import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { limitSize } from '../policy.ts'
import * as rollup from '../queries/rollup.ts'
import { listCapped, listLimited, sumSpendOf } from '../queries/usage.ts'
import { channelFacts } from './emit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Within this of a full hour the whole day is read again: failures come late. */
const DEEP_MS = 5 * MINUTE_MS
/** Runs come every five minutes; one may be late. */
const REACHED_MS = 20 * MINUTE_MS
const KEEP_REACHES_MS = 2 * DAY_MS

const floor = (at: number, size: number) => new Date(Math.floor(at / size) * size)

/** Notes whom the numbers of a company reached in the last hours, or with `deep` in the last day. Safe to repeat. */
export const sumUpCompany = (ctx: Ctx, companyId: string, deep: boolean): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.now().getTime()
    const to = new Date(floor(now, HOUR_MS).getTime() + HOUR_MS)
    const from = floor(now - (deep ? DAY_MS : HOUR_MS), HOUR_MS)
    await rollup.saveReaches(tx, companyId, { from: deep ? from : new Date(now - REACHED_MS), to })
    await rollup.savePayments(tx, companyId, from)
  })

const checkLimits = async (ctx: Ctx, companyId: string): Promise<void> => {
  const rows = await listLimited(ctx, companyId, new Date(ctx.now().getTime() - DAY_MS))
  const nearlyUsed = rows.filter(({ channel, used }) => used >= (limitSize(channel.messagingLimit) ?? Infinity) * 0.9)
  const portfolios = new Map(nearlyUsed.map((row) => [row.scope, row]))
  await eachApart(portfolios.values(), ({ channel, scope, used }) => {
    const percent = used >= (limitSize(channel.messagingLimit) ?? 0) ? 100 : 90
    return emit(ctx, 'channel.limit_reached', { ...channelFacts(channel), scope, percent })
  })
}

const checkSpending = async (ctx: Ctx, companyId: string): Promise<void> =>
  eachApart(await listCapped(ctx, companyId), async ({ channel, timezone }) => {
    const { amount, hard } = channelLimits.parse(channel.settings['limits'] ?? {}).spendPerDay
    if (amount === null) return
    const today = dayAround(timezone, ctx.now())
    const spent = await sumSpendOf(ctx, channel, today)
    if (spent < amount * 0.8) return
    const percent = spent >= amount ? 100 : 80
    const day = today.from.toISOString()
    await emit(ctx, 'channel.spend_reached', { ...channelFacts(channel), percent, amount, hard, day })
  })

/**
 * Sums up what every number did lately, and tells people of limits and caps that are nearly used. A company or a number
 * with which that fails keeps none of the others from it; `AggregateError` is thrown in the end.
 */
export const sumUpAcrossCompanies = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now().getTime()
  const deep = now - floor(now, HOUR_MS).getTime() < DEEP_MS
  const busy = await rollup.listBusyCompaniesAcrossCompanies(ctx, new Date(now - (deep ? DAY_MS : 2 * HOUR_MS)))
  const steps = busy.flatMap((companyId) => [
    () => sumUpCompany(ctx, companyId, deep),
    () => checkLimits(ctx, companyId),
    () => checkSpending(ctx, companyId),
  ])
  if (deep) steps.push(() => rollup.forgetOldAcrossCompanies(ctx, new Date(now - KEEP_REACHES_MS)))
  await eachApart(steps, (step) => step())
}
