import { channelLimits } from '@recado/contracts/channels'
import { type Ctx, inTransaction } from '#server/context.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { limitSize } from '../policy.ts'
import * as rollup from '../queries/rollup.ts'
import { listCapped, listLimited, spentSince } from '../queries/usage.ts'
import { tellOfLimit, tellOfSpend } from './tell.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Within this of a full hour the whole day is summed up anew: prices and failures come late. */
const DEEP_MS = 5 * MINUTE_MS
/** Runs come every five minutes; one may be late. */
const REACHED_MS = 20 * MINUTE_MS
const KEEP_REACHES_MS = 2 * DAY_MS
const KEEP_HOURS_MS = 400 * DAY_MS

const floor = (at: number, size: number) => new Date(Math.floor(at / size) * size)

/** Sums up what the numbers of a company did in the last hours, or with `deep` in the last day. Safe to repeat. */
export const sumUpCompany = (ctx: Ctx, companyId: string, deep: boolean): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const now = tx.now().getTime()
    const to = new Date(floor(now, HOUR_MS).getTime() + HOUR_MS)
    const from = floor(now - (deep ? DAY_MS : HOUR_MS), HOUR_MS)
    await rollup.saveHours(tx, companyId, { from, to })
    await rollup.saveReaches(tx, companyId, { from: deep ? from : new Date(now - REACHED_MS), to })
    await rollup.savePayments(tx, companyId, from)
  })

const tellOfLimits = async (ctx: Ctx, companyId: string): Promise<void> => {
  const told = new Set<string>()
  for (const { channel, scope, used } of await listLimited(ctx, companyId, new Date(ctx.now().getTime() - DAY_MS))) {
    const size = limitSize(channel.messagingLimit)
    if (size === null || used < size * 0.9 || told.has(scope)) continue
    told.add(scope)
    await tellOfLimit(ctx, channel, scope, used >= size ? 100 : 90)
  }
}

const tellOfSpending = async (ctx: Ctx, companyId: string): Promise<void> => {
  for (const { channel, timezone } of await listCapped(ctx, companyId)) {
    const { amount, hard } = channelLimits.parse(channel.settings['limits'] ?? {}).spendPerDay
    if (amount === null) continue
    const day = dayAround(timezone, ctx.now())
    const spent = await spentSince(ctx, channel.id, day.from)
    if (spent >= amount * 0.8)
      await tellOfSpend(ctx, channel, { percent: spent >= amount ? 100 : 80, hard, day: day.from })
  }
}

/** Sums up what every number did lately, and tells people of limits and caps that are nearly used. */
export const sumUpAcrossCompanies = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now().getTime()
  const deep = now - floor(now, HOUR_MS).getTime() < DEEP_MS
  const busy = await rollup.listBusyCompaniesAcrossCompanies(ctx, new Date(now - (deep ? DAY_MS : 2 * HOUR_MS)))
  for (const companyId of busy) {
    await sumUpCompany(ctx, companyId, deep)
    await inTransaction(ctx, async (tx) => {
      await tellOfLimits(tx, companyId)
      await tellOfSpending(tx, companyId)
    })
  }
  if (!deep) return
  await rollup.forgetOldAcrossCompanies(ctx, {
    reaches: new Date(now - KEEP_REACHES_MS),
    hours: new Date(now - KEEP_HOURS_MS),
  })
}
