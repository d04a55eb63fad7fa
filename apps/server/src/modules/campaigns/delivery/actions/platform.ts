import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { type CampaignRow, lockCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { awaitsReview, settleOpen } from '#server/modules/campaigns/risks/index.ts'
import { awaitsApproval, canPause, canResume, isHeld } from '../policy.ts'
import { eventOf } from '../steps/events.ts'
import { takeBack } from '../steps/holds.ts'
import { enter, goOn } from './change-state.ts'

// What the platform does with campaigns of companies. The context is in the company; the actor is of the platform.

const refuse = ({ state }: CampaignRow) => new AppError('state_invalid', { data: { state } })

type Change = 'released' | 'approved' | 'throttled' | 'unthrottled'

const tell = (tx: CompanyCtx, row: CampaignRow, change: Change, perSecond = 0): Promise<void> =>
  emit(tx, 'campaign.platform_changed', { ...eventOf(tx, row), change, perSecond })

/** Holds a campaign for a reason; by a review where it had open risks. */
const stop = async (tx: CompanyCtx, row: CampaignRow, verb: 'hold' | 'review', note: string) => {
  await takeBack(tx, row)
  const held = { state: 'paused', pauseReason: 'held', wakeAt: null, platformNote: note } as const
  await enter(tx, row, verb, { ...held, diff: { reason: note, ...(verb === 'review' && { decision: 'paused' }) } })
  await emit(tx, 'campaign.paused', { ...eventOf(tx, row), reason: 'held', note })
}

/** Stops a campaign for a reason that its company is told. One that is held stays so. Throws `not_found`, `state_invalid`. */
export const hold = (ctx: CompanyCtx, id: string, reason: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state === 'paused' && row.pauseReason === 'held') return
    if ((!canPause(row.state) && !canResume(row.state)) || awaitsApproval(row)) throw refuse(row)
    await stop(tx, row, 'hold', reason)
  })

/** Gives a held campaign back to its company, paused; one whose launch is still to be reviewed waits for that. Throws `not_found`, `state_invalid`. */
export const giveBack = (ctx: CompanyCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state !== 'paused' || row.pauseReason !== 'held') throw refuse(row)
    const isUnreviewed = row.startedAt === null && (await awaitsReview(tx, id))
    await enter(tx, row, 'release', { pauseReason: isUnreviewed ? 'review' : 'manual', platformNote: null })
    if (!isUnreviewed) await tell(tx, row, 'released')
  })

/** Has a campaign send no more than so many messages a second. Throws `not_found`, `state_invalid` for one that is over. */
export const throttle = (ctx: CompanyCtx, id: string, perSecond: number | null, reason: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!canPause(row.state) && !canResume(row.state)) throw refuse(row)
    if (row.platformPerSecond === perSecond) return
    const diff = { perSecond: { before: row.platformPerSecond, after: perSecond }, reason }
    await enter(tx, row, 'throttle', { platformPerSecond: perSecond, diff })
    await tell(tx, row, perSecond === null ? 'unthrottled' : 'throttled', perSecond ?? 0)
  })

type Decision = 'approved' | 'dismissed' | 'paused'

/**
 * Settles the open risks of a campaign: one that waits for it starts, or is held. Throws `not_found`, `state_invalid` without
 * open risks, `campaign_not_ready`.
 */
export const review = (ctx: CompanyCtx, id: string, decision: Decision, reason: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    const settled = await settleOpen(tx, id, decision, tx.actor.kind === 'user' ? tx.actor.userId : null)
    if (settled === 0) throw refuse(row)
    const diff = { decision }
    if (decision === 'paused') {
      if ((!canPause(row.state) && !canResume(row.state)) || awaitsApproval(row)) throw refuse(row)
      return stop(tx, row, 'review', reason)
    }
    if (!isHeld(row) || row.pauseReason === 'held') return enter(tx, row, 'review', { diff: { ...diff, reason } })
    await goOn(tx, row, 'review', { ...diff, reason })
    await tell(tx, row, 'approved')
  })
