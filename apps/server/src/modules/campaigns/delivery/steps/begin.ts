import type { CompanyCtx } from '#server/context.ts'
import { type CampaignChange, type CampaignRow, isSeries, startOf } from '#server/modules/campaigns/campaigns/index.ts'
import { awaitsReview } from '#server/modules/campaigns/risks/index.ts'

/** A series waits for its next time, and is over where none is left. */
const beginSeries = (tx: CompanyCtx, { schedule }: CampaignRow): CampaignChange => {
  const startsAt = startOf(schedule.start, tx.now())
  if (startsAt > tx.now()) return { state: 'scheduled', wakeAt: startsAt, startsAt }
  return { state: 'completed', wakeAt: null, finishedAt: tx.now() }
}

/**
 * Has the recipients written down: at once, or at the start for an audience that is taken then. Where they are, it waits for
 * its time.
 */
export const begin = (tx: CompanyCtx, row: CampaignRow, startsAt: Date): CampaignChange => {
  if (isSeries(row)) return beginSeries(tx, row)
  if (row.snapshotAt !== null) return { state: 'scheduled', wakeAt: startsAt > tx.now() ? startsAt : tx.now() }
  const waits = row.audience.freezeAt === 'start' && startsAt > tx.now()
  return { state: waits ? 'scheduled' : 'validating', wakeAt: waits ? startsAt : tx.now() }
}

/** Begins a launched campaign, unless a person of the platform is to look at it before. */
export const beginOrWait = async (tx: CompanyCtx, row: CampaignRow, startsAt: Date): Promise<CampaignChange> =>
  (await awaitsReview(tx, row.id)) ? { state: 'paused', pauseReason: 'review', wakeAt: null } : begin(tx, row, startsAt)
