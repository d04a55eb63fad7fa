import type { EndpointInput } from '@recado/contracts'
import { type Campaign, campaignLimits, type launchCampaign } from '@recado/contracts/campaigns/campaigns'
import type { CampaignStart } from '@recado/contracts/campaigns/schedule'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fromWallClock, knownTimezone } from '#server/lib/zone.ts'
import {
  type CampaignChange,
  type CampaignRow,
  emitCampaign,
  lockCampaign,
  readCampaign,
  updateCampaignRow,
} from '#server/modules/campaigns/campaigns/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertVersion } from '#server/modules/shared/settings-resource/index.ts'
import { canCancel, canLaunch, canPause, canResume, gapsOf } from '../policy.ts'
import { countRunning } from '../queries/running.ts'

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
}

/** When a campaign begins that is launched now. */
const startOf = (start: CampaignStart, now: Date): Date =>
  start.kind === 'now' ? now : fromWallClock(new Date(`${start.at}Z`), knownTimezone(start.timezone))

/** Throws `campaign_not_ready` with what is in the way. */
const assertReady = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const findings = gapsOf(row)
  const { start } = row.schedule
  if (start.kind !== 'now' && start.kind !== 'local' && startOf(start, tx.now()) < tx.now())
    findings.push({ name: 'schedule_past', facts: {} })
  if ((await countRunning(tx, row.id)) >= campaignLimits.running)
    findings.push({ name: 'too_many_running', facts: { limit: campaignLimits.running } })
  if (findings.length > 0) throw new AppError('campaign_not_ready', { data: { findings } })
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
    await assertReady(tx, row)
    await enter(tx, row, 'launch', {
      ...{ state: 'validating', launchedBy: userOf(tx), launchKey: clientKey },
      ...{ startsAt: startOf(row.schedule.start, tx.now()), wakeAt: tx.now() },
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
    const state = row.snapshotAt === null ? 'validating' : row.startedAt === null ? 'scheduled' : 'running'
    await enter(tx, row, 'resume', { state, pauseReason: null, wakeAt: tx.now(), stopsSince: tx.now() })
  })
  return readCampaign(ctx, id)
}

/** Ends a campaign; what has left stays sent. One that is canceled stays so. Throws `not_found`, `state_invalid`. */
export const cancel = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.state === 'canceled') return
    if (!canCancel(row.state)) throw refuse(row)
    await enter(tx, row, 'cancel', { state: 'canceled', pauseReason: null, wakeAt: null, finishedAt: tx.now() })
  })
  return readCampaign(ctx, id)
}
