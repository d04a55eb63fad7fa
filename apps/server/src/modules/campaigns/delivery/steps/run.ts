import type { PoolClient } from 'pg'
import { type CompanyCtx, inTransaction, inTransactionOn } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import {
  type CampaignRow,
  emitCampaign,
  findSums,
  isSeries,
  lockCampaign,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import { type ContentPlan, planContent } from '#server/modules/campaigns/content/index.ts'
import { findLines, findSharers, type Line, rampAllows } from '#server/modules/campaigns/preflight/index.ts'
import { bulkSize, type Limited, limitSize, lockReaches } from '#server/modules/whatsapp/channels/index.ts'
import { countReleased, foldCampaign } from '../queries/counts.ts'
import { countWaiting, findNextAt, hasUnsettled, lockWave, moveCursor } from '../queries/recipients.ts'
import { estimateFinish, type Measured } from './estimate.ts'
import { eventOf } from './events.ts'
import { holdCampaign, takeRefusedBack } from './holds.ts'
import { release } from './release.ts'
import { admit, advanceSeries, isUnexamined } from './series.ts'
import { fairPart } from './shares.ts'
import { stopOf } from './stops.ts'
import { advanceTest } from './test.ts'

/** Seconds of a number's pace that wait to be sent, so that a pause, a limit or the night take effect at once. */
const LOOKAHEAD_SECONDS = 2
const MOST_AT_ONCE = 1000
/** Who sleeps for longer than this pauses the campaign, so that people see why nothing leaves. */
const SOON_MS = 60_000

/** What a process remembers of a campaign that it leads. */
export type Pace = {
  /** Messages that may leave by what the campaign allows a second, and when that was worked out. */
  tokens: number
  at: number
  checkedAt: number
  measured: Measured | null
}

export const newPace = (now: Date): Pace => ({
  ...{ tokens: 0, at: now.getTime(), checkedAt: Number.NEGATIVE_INFINITY, measured: null },
})

/** By a clock that was set back, no time has passed. */
const refill = (pace: Pace, perSecond: number, now: number): number => {
  pace.tokens = Math.min(perSecond, pace.tokens + (Math.max(0, now - pace.at) / 1000) * perSecond)
  pace.at = now
  return Math.floor(pace.tokens)
}

/** How many messages may be handed over now, by everything but the limits of portfolios. */
const budgetOf = async (tx: CompanyCtx, row: CampaignRow, lines: readonly Line[], pace: Pace): Promise<number> => {
  const { perSecond, perDay, ramp } = row.schedule
  const waiting = await countWaiting(
    tx,
    lines.map(({ id }) => id),
  )
  const weights = new Map(row.content.channels.map(({ channelId, weight }) => [channelId, weight]))
  const total = lines.reduce((sum, { id }) => sum + (weights.get(id) ?? 1), 0)
  const rooms = lines.map(({ id, throughput }) => {
    const speed = Math.min(throughput, perSecond ?? throughput)
    return ((speed * LOOKAHEAD_SECONDS - (waiting.get(id) ?? 0)) * total) / (weights.get(id) ?? 1)
  })
  const bounds = [MOST_AT_ONCE, ...rooms]
  const own = perSecond === null ? null : perSecond * lines.length
  const cap =
    own === null || row.platformPerSecond === null
      ? (own ?? row.platformPerSecond)
      : Math.min(own, row.platformPerSecond)
  if (cap !== null) bounds.push(refill(pace, cap, tx.now().getTime()))
  if (perDay !== null || ramp !== null) {
    const released = await countReleased(tx, row.id, dayAround(tx.company.timezone, tx.now()).from)
    if (perDay !== null) bounds.push(perDay - released.since)
    const elapsed = tx.now().getTime() - (row.startedAt ?? tx.now()).getTime()
    if (ramp !== null) bounds.push(rampAllows(ramp.firstHour, elapsed) - released.all)
  }
  return Math.floor(Math.min(...bounds))
}

const latest = (one: Date, other: Date | null) => (other !== null && other > one ? other : one)

/** Ends a campaign whose messages have all left and found their fate, once its sums say so. */
const finish = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const channelIds = row.content.channels.map(({ channelId }) => channelId)
  if (await hasUnsettled(tx, row.id, channelIds)) return
  if (!(await foldCampaign(tx, row.id))) return
  const sums = (await findSums(tx, [row.id])).get(row.id)
  const failed = sums?.failed ?? 0
  await updateCampaignRow(tx, row.id, {
    ...{ state: failed > 0 ? 'completed_with_errors' : 'completed', wakeAt: null, finishedAt: tx.now() },
  })
  await emit(tx, 'campaign.finished', { ...eventOf(tx, row), sent: sums?.sent ?? 0, failed })
  emitCampaign(tx, row.id)
}

/** What the portfolios of a campaign's numbers allow it: the least of what is known of each, and its part of that. */
const portfoliosOf = async (
  tx: CompanyCtx,
  client: PoolClient,
  { id }: CampaignRow,
  lines: readonly Line[],
): Promise<Map<string, Limited>> => {
  const limits = new Map<string, number>()
  for (const { scope, messagingLimit } of lines) {
    const size = limitSize(messagingLimit)
    if (size !== null) limits.set(scope, Math.min(limits.get(scope) ?? size, size))
  }
  // What the others took is true for as long as nobody takes places.
  await lockReaches(client, [...limits.keys()])
  const sharers = limits.size === 0 ? [] : await findSharers(tx, [...limits.keys()])
  const limited = [...limits].map(([scope, size]): [string, Limited] => {
    const share = (room: number) =>
      fairPart(
        room,
        sharers.filter((one) => one.scope === scope),
        id,
      )
    return [scope, { limit: bulkSize(size), share }]
  })
  return new Map([...lines.map(({ scope }): [string, Limited] => [scope, { limit: null }]), ...limited])
}

type Leading = { plan: ContentPlan; pace: Pace }

/** One round of a campaign that runs; answers whether more can be done at once. */
const round = (ctx: CompanyCtx, id: string, { plan, pace }: Leading): Promise<boolean> =>
  inTransactionOn(ctx.deps.database.pool, ctx, async (tx, client) => {
    const held = await lockCampaign(tx, id)
    if (held.state !== 'running') return false
    const { row, until, decided } = await advanceTest(tx, held)
    if (decided) {
      // What the winner needs may be missing, which is looked at first.
      pace.checkedAt = Number.NEGATIVE_INFINITY
      return false
    }
    // By a clock that was set back, what has begun is due all the same.
    const now = latest(tx.now(), row.startedAt)
    const wave = await lockWave(tx, id, now)
    if (!wave) {
      if (until === null) await finish(tx, row)
      else if (until > tx.now()) await updateProgress(tx, id, { wakeAt: until })
      return false
    }
    const lines = await findLines(
      tx,
      row.content.channels.map(({ channelId }) => channelId),
    )
    const limit = await budgetOf(tx, row, lines, pace)
    if (limit <= 0) return false
    const portfolios = await portfoliosOf(tx, client, row, lines)
    const released = await release(tx, client, row, { plan, wave, now, portfolios, limit })
    pace.tokens -= released.count
    if (released.fullUntil !== null && released.count === 0) {
      await holdCampaign(tx, row, 'limit_reached', released.fullUntil)
      return false
    }
    if (released.seen > 0) return released.count > 0 || released.fullUntil === null
    const nextAt = await findNextAt(tx, id, wave)
    if (nextAt === null) await moveCursor(tx, id, { ...wave, done: true })
    else if (row.schedule.quietHours.enabled && nextAt.getTime() - tx.now().getTime() > SOON_MS)
      await holdCampaign(tx, row, 'quiet_hours', nextAt)
    return nextAt === null
  })

const CHECK_EVERY_MS = 1000
/** Part of what a campaign may cost that people are told of, once. */
const WARN_PERCENT = 80

/** Tells people once that most of what a campaign may cost is spent. */
const warnOfSpend = async (ctx: CompanyCtx, { id, schedule, spendWarnedAt }: CampaignRow, plan: ContentPlan) => {
  const { spend } = schedule.stops
  if (spend === null || spendWarnedAt !== null) return
  const amount = (await findSums(ctx, [id])).get(id)?.cost ?? 0
  if (amount * 100 < spend * WARN_PERCENT) return
  await inTransaction(ctx, async (tx) => {
    const now = await lockCampaign(tx, id)
    if (now.spendWarnedAt !== null) return
    await updateProgress(tx, id, { spendWarnedAt: tx.now() })
    await emit(tx, 'campaign.spend_cap', {
      ...{ ...eventOf(tx, now), percent: WARN_PERCENT, amount, currency: plan.currency },
    })
  })
}

/** Looks whether something must stop the campaign; answers whether it may go on. */
const check = async (ctx: CompanyCtx, row: CampaignRow, { plan, pace }: Leading): Promise<boolean> => {
  if (performance.now() - pace.checkedAt < CHECK_EVERY_MS) return true
  pace.checkedAt = performance.now()
  const lines = await findLines(
    ctx,
    row.content.channels.map(({ channelId }) => channelId),
  )
  const stop = await stopOf(ctx, row, plan, lines)
  if (!stop) {
    await warnOfSpend(ctx, row, plan)
    pace.measured = await estimateFinish(ctx, row, pace.measured)
    return true
  }
  await inTransaction(ctx, async (tx) => {
    const now = await lockCampaign(tx, row.id)
    if (now.state !== 'running') return
    await holdCampaign(tx, now, stop.reason, stop.until ?? null)
    if (stop.reason === 'spend_cap') {
      const amount = (await findSums(tx, [row.id])).get(row.id)?.cost ?? 0
      await emit(tx, 'campaign.spend_cap', { ...eventOf(tx, now), percent: 100, amount, currency: plan.currency })
    }
  })
  return false
}

/** Does what can be done now for a campaign that runs. */
export const advance = async (ctx: CompanyCtx, row: CampaignRow, pace: Pace, signal: AbortSignal): Promise<void> => {
  const plan = await planContent(ctx, row.id, row.content)
  if (!(await check(ctx, row, { plan, pace }))) return
  const until = performance.now() + CHECK_EVERY_MS
  for (let more = true; more && !signal.aborted && performance.now() < until; ) {
    const startedAt = performance.now()
    more = await round(ctx, row.id, { plan, pace })
    await ctx.deps.admission.pause(performance.now() - startedAt, signal)
  }
}

/** Starts a campaign whose time has come, or goes on with one whose pause has ended. */
export const wake = (ctx: CompanyCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.wakeAt === null || row.wakeAt > tx.now()) return
    if (row.state !== 'scheduled' && row.state !== 'paused') return
    if (isSeries(row)) return advanceSeries(tx, row)
    if (isUnexamined(row)) return admit(tx, row)
    if (row.snapshotAt === null) {
      await updateCampaignRow(tx, id, { state: 'validating', pauseReason: null })
    } else if (row.pauseReason === 'template_paused') {
      const stop = await stopOf(tx, row, await planContent(tx, id, row.content), [])
      if (stop?.until) return updateCampaignRow(tx, id, { wakeAt: stop.until })
      await takeRefusedBack(tx, row)
      await updateCampaignRow(tx, id, { state: 'running', pauseReason: null, wakeAt: null })
    } else {
      const begins = row.startedAt === null
      const started = begins ? { startedAt: tx.now(), stopsSince: tx.now() } : {}
      await updateCampaignRow(tx, id, { state: 'running', pauseReason: null, wakeAt: null, ...started })
      const recipients = row.waterfall?.willSend ?? 0
      if (begins) await emit(tx, 'campaign.started', { ...eventOf(tx, row), recipients })
    }
    emitCampaign(tx, id)
  })
