import type { AudienceWaterfall } from '@recado/contracts/campaigns/audience'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import type { CampaignChange, CampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import { approvedUpTo, needsApproval, tooMany } from '#server/modules/campaigns/preflight/index.ts'
import { eventOf } from './events.ts'
import { requestApproval } from './series.ts'

/**
 * What becomes of a campaign that is held still once its recipients are known: it begins, or waits for its time. One that has
 * grown since its launch may have more than its company may write to at once, or than goes without a new approval.
 */
export const afterTaking = async (
  tx: CompanyCtx,
  row: CampaignRow,
  waterfall: AudienceWaterfall,
): Promise<CampaignChange> => {
  const { willSend } = waterfall
  const startsAt = row.startsAt ?? tx.now()
  const known = { waterfall, startsAt, pauseReason: null, blocking: null }
  if (willSend === 0) {
    await emit(tx, 'campaign.failed', { ...eventOf(tx, row), reason: 'no_recipients' })
    return { ...known, state: 'failed', wakeAt: null, finishedAt: tx.now() }
  }
  const blocking = await tooMany(tx, willSend)
  if (blocking.length > 0) {
    await emit(tx, 'campaign.paused', { ...eventOf(tx, row), reason: 'blocked' })
    return { ...known, state: 'paused', pauseReason: 'blocked', wakeAt: null, blocking }
  }
  if (await needsApproval(tx, waterfall, { launcher: row.launchedBy, approved: approvedUpTo(row) })) {
    await requestApproval(tx, row, willSend)
    const asked = { approvalNeeded: true, approvalFor: willSend, approvedBy: null, approvedAt: null }
    return { ...known, ...asked, state: 'scheduled', wakeAt: null }
  }
  if (startsAt > tx.now()) return { ...known, state: 'scheduled', wakeAt: startsAt }
  await emit(tx, 'campaign.started', { ...eventOf(tx, row), recipients: willSend })
  return { ...known, state: 'running', startedAt: tx.now(), stopsSince: tx.now(), wakeAt: null }
}
