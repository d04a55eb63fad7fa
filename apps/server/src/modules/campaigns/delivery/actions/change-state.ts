import type { EndpointInput } from '@recado/contracts'
import { type Campaign, campaignLimits, type launchCampaign } from '@recado/contracts/campaigns/campaigns'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type CampaignChange,
  type CampaignRow,
  emitCampaign,
  findSums,
  lockCampaign,
  readCampaign,
  updateCampaignRow,
} from '#server/modules/campaigns/campaigns/index.ts'
import { countRunning, examine, startOf } from '#server/modules/campaigns/preflight/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertVersion } from '#server/modules/shared/settings-resource/index.ts'
import { wakeEngine } from '../engine.ts'
import { canCancel, canLaunch, canPause, canResume } from '../policy.ts'
import { addCounts } from '../queries/counts.ts'
import { takeBack, takeRefusedBack } from '../steps/holds.ts'

type Verb = 'launch' | 'pause' | 'resume' | 'cancel'

const refuse = (row: CampaignRow) => new AppError('state_invalid', { data: { state: row.state } })

const userOf = ({ actor }: CompanyCtx) => (actor.kind === 'user' ? actor.userId : null)

/** Changes the state of a campaign that is held still, and writes that down. */
const enter = async (tx: CompanyCtx, row: CampaignRow, verb: Verb, change: CampaignChange): Promise<void> => {
  await updateCampaignRow(tx, row.id, change)
  await recordAudit(tx, {
    action: `campaign.${verb}`,
    target: { type: 'campaign', id: row.id, label: row.name },
  })
  emitCampaign(tx, row.id)
  tx.afterCommit(() => wakeEngine(tx.deps))
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
    const { blocking, cost, finishesAt } = await examine(tx, row)
    if (blocking.length > 0) throw new AppError('campaign_not_ready', { data: { findings: blocking } })
    const startsAt = startOf(row.schedule.start, tx.now())
    // An audience that is taken at the start is written down then.
    const waits = row.audience.freezeAt === 'start' && startsAt > tx.now()
    await enter(tx, row, 'launch', {
      ...{ state: waits ? 'scheduled' : 'validating', launchedBy: userOf(tx), launchKey: clientKey },
      ...{ startsAt, wakeAt: waits ? startsAt : tx.now(), finishEstimate: new Date(finishesAt) },
      costEstimate: { currency: cost.currency, low: cost.low, high: cost.high, ratesFrom: cost.ratesFrom },
    })
  })
  return readCampaign(ctx, id)
}

/** Pauses a campaign. One that is paused already stays so. Throws `not_found`, `state_invalid`. */
export const pause = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state === 'paused' && row.pauseReason === 'manual') return
    if (!canPause(row.state) && row.state !== 'paused') throw refuse(row)
    await takeBack(tx, row)
    await enter(tx, row, 'pause', { state: 'paused', pauseReason: 'manual', wakeAt: null })
  })
  return readCampaign(ctx, id)
}

/** Goes on with a paused campaign. Throws `not_found`, `state_invalid`, `campaign_not_ready`. */
export const resume = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!canResume(row.state)) throw refuse(row)
    if ((await countRunning(tx, id)) >= campaignLimits.running)
      throw new AppError('campaign_not_ready', {
        data: { findings: [{ name: 'too_many_running', facts: { limit: campaignLimits.running } }] },
      })
    if (row.pauseReason === 'template_paused') await takeRefusedBack(tx, row)
    const { startsAt } = row
    const waits = row.startedAt === null && startsAt !== null && startsAt > tx.now()
    const begun = row.snapshotAt !== null && !waits
    const state = waits && row.snapshotAt !== null ? 'scheduled' : begun ? 'running' : 'validating'
    const started = begun ? { startedAt: row.startedAt ?? tx.now() } : {}
    const wakeAt = waits ? startsAt : tx.now()
    await enter(tx, row, 'resume', { state, pauseReason: null, wakeAt, stopsSince: tx.now(), ...started })
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
    const sums = (await findSums(tx, [id])).get(id)
    // Recipients stay as they are, however many: those without a message are canceled with their campaign.
    const left = sums ? sums.recipients - sums.queued - sums.skipped : 0
    await addCounts(tx, id, [{ measure: 'canceled', n: Math.max(0, left) }])
    await enter(tx, row, 'cancel', { state: 'canceled', pauseReason: null, wakeAt: null, finishedAt: tx.now() })
  })
  return readCampaign(ctx, id)
}
