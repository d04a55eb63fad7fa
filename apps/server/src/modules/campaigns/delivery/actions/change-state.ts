import type { EndpointInput } from '@recado/contracts'
import {
  type approveCampaign,
  type Campaign,
  campaignLimits,
  type launchCampaign,
} from '@recado/contracts/campaigns/campaigns'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type CampaignChange,
  type CampaignRow,
  emitCampaign,
  findSums,
  lockCampaign,
  readCampaign,
  startOf,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import { countRunning, examine, needsApproval, tooMany } from '#server/modules/campaigns/preflight/index.ts'
import { assessLaunch } from '#server/modules/campaigns/risks/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertVersion } from '#server/modules/shared/settings-resource/index.ts'
import { wakeEngine } from '../engine.ts'
import { awaitsApproval, canCancel, canLaunch, canPause, canResume, isHeld } from '../policy.ts'
import { addCounts } from '../queries/counts.ts'
import { begin, beginOrWait } from '../steps/begin.ts'
import { eventOf } from '../steps/events.ts'
import { takeBack, takeRefusedBack } from '../steps/holds.ts'
import { admissionOf, isUnexamined, requestApproval } from '../steps/series.ts'
import { mayStillLaunch } from '../steps/stops.ts'
import { afterTaking } from '../steps/taken.ts'

type Verb = 'launch' | 'approve' | 'pause' | 'resume' | 'cancel' | 'hold' | 'release' | 'throttle' | 'review'

const refuse = (row: CampaignRow) => new AppError('state_invalid', { data: { state: row.state } })

/** The person who answers for what is done: of what a program does, whoever made its key. */
const userOf = ({ actor }: CompanyCtx) =>
  actor.kind === 'user' ? actor.userId : actor.kind === 'key' ? actor.createdBy : null

/** Changes the state of a campaign that is held still, and writes that down. */
export const enter = async (
  tx: CompanyCtx,
  row: CampaignRow,
  verb: Verb,
  { diff, ...change }: CampaignChange & { diff?: Record<string, unknown> },
): Promise<void> => {
  await updateCampaignRow(tx, row.id, change)
  await recordAudit(tx, {
    action: `campaign.${verb}`,
    target: { type: 'campaign', id: row.id, label: row.name },
    ...(diff && { diff }),
  })
  emitCampaign(tx, row.id)
  tx.afterCommit(() => wakeEngine(tx.deps))
}

const assertFewRunning = async (tx: CompanyCtx, id: string): Promise<void> => {
  const limit = campaignLimits.running
  if ((await countRunning(tx, id)) >= limit)
    throw new AppError('campaign_not_ready', { data: { findings: [{ name: 'too_many_running', facts: { limit } }] } })
}

type Launch = EndpointInput<typeof launchCampaign>['body']

/**
 * Launches a draft: its recipients are written down, and it starts at its time. A second call with the same key answers the
 * first. Throws `not_found`, `conflict`, `state_invalid`, `campaign_not_ready`.
 */
export const launch = async (ctx: CompanyCtx, id: string, { version, clientKey }: Launch): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.launchKey === clientKey && row.launchedBy === userOf(tx)) return
    if (!canLaunch(row.state)) throw refuse(row)
    if (row.version !== version) assertVersion(await readCampaign(tx, id), version)
    const { blocking, cost, finishesAt, waterfall } = await examine(tx, row)
    if (blocking.length > 0) throw new AppError('campaign_not_ready', { data: { findings: blocking } })
    const startsAt = startOf(row.schedule.start, tx.now())
    const approvalNeeded = await needsApproval(tx, waterfall, { launcher: userOf(tx) })
    await assessLaunch(tx, row, waterfall.willSend)
    await enter(tx, row, 'launch', {
      ...{ launchedBy: userOf(tx), launchKey: clientKey, startsAt, approvalNeeded, approvedBy: null, approvedAt: null },
      approvalFor: approvalNeeded ? waterfall.willSend : null,
      ...(approvalNeeded ? { state: 'scheduled', wakeAt: null } : await beginOrWait(tx, row, startsAt)),
      finishEstimate: new Date(finishesAt),
      costEstimate: { currency: cost.currency, low: cost.low, high: cost.high, ratesFrom: cost.ratesFrom },
    })
    if (approvalNeeded) await requestApproval(tx, { ...row, launchedBy: userOf(tx) }, waterfall.willSend)
  })
  return readCampaign(ctx, id)
}

/** Ends a campaign that is held still. Those who were not written to are counted as canceled. */
const end = async (tx: CompanyCtx, row: CampaignRow, verb: Verb, diff?: Record<string, unknown>): Promise<void> => {
  const sums = (await findSums(tx, [row.id])).get(row.id)
  // Recipients stay as they are, however many: those without a message are canceled with their campaign.
  const left = sums ? sums.recipients - sums.queued - sums.skipped : 0
  await addCounts(tx, row.id, [{ measure: 'canceled', n: Math.max(0, left) }])
  const change = { state: 'canceled', pauseReason: null, wakeAt: null, finishedAt: tx.now() } as const
  await enter(tx, row, verb, { ...change, ...(diff && { diff }) })
}

type Approval = EndpointInput<typeof approveCampaign>['body']

/**
 * Approves the launch of a colleague, which begins at its time, or at once when that has passed; refused, it is a draft again.
 * One of a series, or whose recipients are written down, is canceled then.
 * Throws `not_found`, `conflict`, `state_invalid`, `own_approval`, `campaign_not_ready`.
 */
export const approve = async (
  ctx: CompanyCtx,
  id: string,
  { version, approved, note }: Approval,
): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!awaitsApproval(row)) throw refuse(row)
    if (row.launchedBy !== null && row.launchedBy === userOf(tx)) throw new AppError('own_approval')
    if (row.version !== version) assertVersion(await readCampaign(tx, id), version)
    const diff = { approved, ...(note !== '' && { note }) }
    const ended = !approved && (row.seriesId !== null || row.snapshotAt !== null)
    await emit(tx, 'campaign.approval_decided', { ...eventOf(tx, row), approved, ended, note })
    if (ended) return end(tx, row, 'approve', diff)
    if (!approved) {
      const draft = {
        state: 'draft',
        approvalNeeded: false,
        launchedBy: null,
        launchKey: null,
        startsAt: null,
      } as const
      return enter(tx, row, 'approve', { ...draft, wakeAt: null, diff })
    }
    await assertFewRunning(tx, id)
    const approval = { approvedBy: userOf(tx), approvedAt: tx.now() }
    await enter(tx, row, 'approve', { ...(await beginOrWait(tx, row, row.startsAt ?? tx.now())), ...approval, diff })
  })
  return readCampaign(ctx, id)
}

/** Pauses a campaign. One that is paused already stays so. Throws `not_found`, `state_invalid`, `campaign_held`. */
export const pause = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state === 'paused' && row.pauseReason === 'manual') return
    if (isHeld(row)) throw new AppError('campaign_held')
    if ((!canPause(row.state) && row.state !== 'paused') || awaitsApproval(row)) throw refuse(row)
    await takeBack(tx, row)
    await enter(tx, row, 'pause', { state: 'paused', pauseReason: 'manual', wakeAt: null })
  })
  return readCampaign(ctx, id)
}

/** Goes on with one of a series that was never begun. Throws `campaign_not_ready` while something is in its way. */
const admitNow = async (
  tx: CompanyCtx,
  row: CampaignRow,
  verb: Verb,
  diff?: Record<string, unknown>,
): Promise<void> => {
  const admission = await admissionOf(tx, row)
  if ('blocking' in admission) throw new AppError('campaign_not_ready', { data: { findings: admission.blocking } })
  await enter(tx, row, verb, { ...admission.change, ...(diff && { diff }) })
  if (admission.change.approvalNeeded) await requestApproval(tx, row, admission.recipients)
}

/** Whether a campaign was held back when its recipients were known, as there were too many. */
const wasTooLarge = ({ snapshotAt, startedAt, blocking }: CampaignRow): boolean =>
  snapshotAt !== null && startedAt === null && blocking !== null

/** Goes on with a paused campaign that is held still, where it stopped. Throws `campaign_not_ready`. */
export const goOn = async (
  tx: CompanyCtx,
  row: CampaignRow,
  verb: Verb,
  diff?: Record<string, unknown>,
): Promise<void> => {
  if (isUnexamined(row)) return admitNow(tx, row, verb, diff)
  await assertFewRunning(tx, row.id)
  const blocking = row.snapshotAt === null ? [] : await tooMany(tx, row.waterfall?.willSend ?? 0)
  if (blocking.length > 0) throw new AppError('campaign_not_ready', { data: { findings: blocking } })
  if (row.waterfall && wasTooLarge(row))
    return enter(tx, row, verb, { ...(await afterTaking(tx, row, row.waterfall)), ...(diff && { diff }) })
  await takeRefusedBack(tx, row)
  const { startsAt } = row
  const waits = row.startedAt === null && startsAt !== null && startsAt > tx.now()
  const begun = row.snapshotAt !== null && !waits
  const change = { pauseReason: null, stopsSince: tx.now(), ...(diff && { diff }) }
  if (row.snapshotAt === null) return enter(tx, row, verb, { ...begin(tx, row, startsAt ?? tx.now()), ...change })
  const started = begun ? { startedAt: row.startedAt ?? tx.now() } : {}
  const state = begun ? 'running' : 'scheduled'
  await enter(tx, row, verb, { state, wakeAt: waits ? startsAt : begun ? null : tx.now(), ...change, ...started })
}

/**
 * Goes on with a paused campaign. Who does that with one whose launcher may not launch any more stands for it from then on.
 * Throws `not_found`, `state_invalid`, `campaign_held`, `campaign_not_ready`.
 */
export const resume = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!canResume(row.state)) throw refuse(row)
    if (isHeld(row)) throw new AppError('campaign_held')
    await goOn(tx, row, 'resume')
    if (!(await mayStillLaunch(tx, row))) await updateProgress(tx, id, { launchedBy: userOf(tx) })
  })
  return readCampaign(ctx, id)
}

/** Ends a campaign; what has left stays sent. One that is canceled stays so. Throws `not_found`, `state_invalid`. */
export const cancel = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state === 'canceled') return
    if (!canCancel(row.state)) throw refuse(row)
    await takeBack(tx, row)
    await end(tx, row, 'cancel')
  })
  return readCampaign(ctx, id)
}
