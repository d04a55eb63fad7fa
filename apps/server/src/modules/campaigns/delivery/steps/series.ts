import type { FoundBlocking } from '@recado/contracts/campaigns/findings'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type CampaignChange,
  type CampaignRow,
  emitCampaign,
  findCampaignRow,
  lastOccurrence,
  makeOccurrence,
  updateCampaignRow,
} from '#server/modules/campaigns/campaigns/index.ts'
import { approvedUpTo, examine, needsApproval } from '#server/modules/campaigns/preflight/index.ts'
import { assessLaunch } from '#server/modules/campaigns/risks/index.ts'
import { begin, beginOrWait } from './begin.ts'
import { eventOf } from './events.ts'
import { holdCampaign } from './holds.ts'
import { mayStillLaunch } from './stops.ts'

/** A campaign of a series that is later than this, as nothing ran at its time, waits for a person. */
const LATE_MS = 3_600_000

/**
 * Makes the campaign of a series whose time has come, and has the series wait for the next. Of times that passed while
 * nothing ran, only the last one gets a campaign. The series is held still.
 */
export const advanceSeries = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const { start } = row.schedule
  if (start.kind !== 'recurring' || row.startsAt === null) return
  if (!(await mayStillLaunch(tx, row))) return holdCampaign(tx, row, 'access_revoked')
  const due = lastOccurrence(start, row.startsAt, tx.now())
  if (due && !(await makeOccurrence(tx, row, due))) return holdCampaign(tx, row, 'full')
  await updateCampaignRow(tx, row.id, begin(tx, row, tx.now()))
  emitCampaign(tx, row.id)
}

/** Whether a campaign of a series is still to be examined before anyone gets it. */
export const isUnexamined = ({ seriesId, costEstimate }: CampaignRow): boolean =>
  seriesId !== null && costEstimate === null

type Admission = { blocking: FoundBlocking[] } | { change: CampaignChange; recipients: number }

const examined = async (tx: CompanyCtx, row: CampaignRow) => {
  try {
    return await examine(tx, row)
  } catch (error) {
    // What the audience names may be gone since the launch of the series.
    if (error instanceof AppError && error.code === 'validation_failed') return null
    throw error
  }
}

/**
 * What becomes of a campaign of a series at its time, as of any that is launched then. A series is approved once: only one
 * that reaches more people than may be written to without approval, or than the series was approved for, waits for it.
 */
export const admissionOf = async (tx: CompanyCtx, row: CampaignRow): Promise<Admission> => {
  const found = await examined(tx, row)
  if (!found) return { blocking: [{ name: 'audience_invalid', facts: {} }] }
  const { blocking, cost, finishesAt, waterfall } = found
  if (blocking.length > 0) return { blocking }
  const recipients = waterfall.willSend
  const series = row.seriesId === null ? null : await findCampaignRow(tx, row.seriesId)
  const approved = series && approvedUpTo(series)
  const approvalNeeded = await needsApproval(tx, waterfall, { launcher: row.launchedBy, approved })
  const approval = approvalNeeded
    ? { approvalFor: recipients, approvedBy: null, approvedAt: null }
    : approved !== null && series
      ? { approvalFor: series.approvalFor, approvedBy: series.approvedBy, approvedAt: series.approvedAt }
      : {}
  await assessLaunch(tx, row, recipients)
  const change: CampaignChange = {
    ...{ blocking: null, pauseReason: null, approvalNeeded, ...approval, finishEstimate: new Date(finishesAt) },
    costEstimate: { currency: cost.currency, low: cost.low, high: cost.high, ratesFrom: cost.ratesFrom },
    ...(approvalNeeded ? { state: 'scheduled', wakeAt: null } : await beginOrWait(tx, row, row.startsAt ?? tx.now())),
  }
  return { change, recipients }
}

/** Asks colleagues to approve a campaign. */
export const requestApproval = (tx: CompanyCtx, row: CampaignRow, recipients: number): Promise<void> =>
  emit(tx, 'campaign.approval_requested', { ...eventOf(tx, row), recipients })

const isLate = ({ occursAt }: CampaignRow, now: Date): boolean =>
  occursAt !== null && now.getTime() - occursAt.getTime() >= LATE_MS

/** Begins a campaign of a series that is held still, or holds it back for what is in its way. */
export const admit = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const admission: Admission = isLate(row, tx.now())
    ? { blocking: [{ name: 'schedule_past', facts: {} }] }
    : await admissionOf(tx, row)
  if ('blocking' in admission) {
    await updateCampaignRow(tx, row.id, { blocking: admission.blocking })
    return holdCampaign(tx, row, 'blocked')
  }
  await updateCampaignRow(tx, row.id, admission.change)
  if (admission.change.approvalNeeded) await requestApproval(tx, row, admission.recipients)
  emitCampaign(tx, row.id)
}
