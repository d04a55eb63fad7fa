import type { CompanyCtx } from '#server/context.ts'
import { dayAround } from '#server/lib/business-hours.ts'
import { type CampaignRow, emitCampaign, findSums, updateProgress } from '#server/modules/campaigns/campaigns/index.ts'
import { forecastRest } from '#server/modules/campaigns/preflight/index.ts'
import { countReleased } from '../queries/counts.ts'

const EVERY_MS = 15_000
/** A speed is measured over so long at least: a round hands over many at once. */
const MEASURED_MS = 10_000
const NOTICEABLE_MS = 10_000

/** How far a campaign was when its speed was last measured, in all that has been handed over. */
export type Measured = { at: number; released: number }

/**
 * Works out again when a campaign ends, by what has left since it was last looked at; answers what the next look goes by.
 * Where people get it by their own clocks, or wait for the winner of a test, what the pre-flight said stays.
 */
export const estimateFinish = async (ctx: CompanyCtx, row: CampaignRow, before: Measured | null): Promise<Measured> => {
  const now = ctx.now().getTime()
  const passed = before === null ? 0 : now - before.at
  if (before !== null && passed >= 0 && passed < EVERY_MS) return before
  const released = await countReleased(ctx, row.id, dayAround(ctx.company.timezone, ctx.now()).from)
  const measured = { at: now, released: released.all }
  if (before === null || row.schedule.start.kind === 'local' || (row.content.test && !row.testDecision)) return measured
  const sums = (await findSums(ctx, [row.id])).get(row.id)
  const left = sums ? sums.recipients - sums.queued - sums.skipped - sums.canceled : 0
  const moved = released.all - before.released
  const { finishesAt } = await forecastRest(ctx, row, {
    left,
    sent: { today: released.since, all: released.all, startedAt: row.startedAt?.getTime() ?? null },
    perSecond: moved > 0 && passed >= MEASURED_MS ? (moved * 1000) / passed : null,
  })
  if (left > 0 && Math.abs(finishesAt - (row.finishEstimate?.getTime() ?? 0)) > NOTICEABLE_MS) {
    await updateProgress(ctx, row.id, { finishEstimate: new Date(finishesAt) })
    emitCampaign(ctx, row.id)
  }
  return measured
}
