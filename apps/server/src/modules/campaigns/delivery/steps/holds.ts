import type { PauseReason } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import {
  type CampaignRow,
  emitCampaign,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import { withdrawBulk, withdrawFailed } from '#server/modules/inbox/composing/index.ts'
import { addCounts } from '../queries/counts.ts'
import { findOpenWaves, findRefused, groupOf, rewind } from '../queries/recipients.ts'
import { eventOf } from './events.ts'
import { TESTED } from './test.ts'

/** Takes back what waits to be sent of a campaign that is held still: its recipients are pending again. */
export const takeBack = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const channelIds = row.content.channels.map(({ channelId }) => channelId)
  const ids = await withdrawBulk(tx, { companyId: tx.company.id, campaignId: row.id, channelIds })
  await setPending(tx, row, ids)
}

/** Makes recipients pending again whose messages are gone. */
const setPending = async (tx: CompanyCtx, row: CampaignRow, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await rewind(tx, row.id, ids)
  const groups = await groupOf(tx, row.id, ids)
  await addCounts(
    tx,
    row.id,
    groups.map(({ n, ...group }) => ({ ...group, measure: 'queued', n: -n })),
  )
  // The people of a test are watched from when the last of them has got it.
  if (row.content.test && row.testDecision === null && (await findOpenWaves(tx, row.id)).includes(TESTED))
    await updateProgress(tx, row.id, { testEndsAt: null, testAskedAt: null })
}

/** Those whose messages we refused to send ourselves, for what may be mended by now, are pending again. */
export const takeRefusedBack = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const ids = await findRefused(tx, row.id)
  await withdrawFailed(tx, tx.company.id, ids)
  await setPending(tx, row, ids)
}

/** Ends alone, so that it is nothing to be told of by e-mail. */
const passing: ReadonlySet<PauseReason> = new Set(['limit_reached', 'quiet_hours'])

/** Pauses a running campaign that is held still for a reason that no person gave; `until` for what ends alone. */
export const holdCampaign = async (
  tx: CompanyCtx,
  row: CampaignRow,
  reason: PauseReason,
  until: Date | null = null,
): Promise<void> => {
  // What fits the limit of the portfolio has its places, and leaves.
  if (reason !== 'limit_reached') await takeBack(tx, row)
  await updateCampaignRow(tx, row.id, { state: 'paused', pauseReason: reason, wakeAt: until })
  if (!passing.has(reason)) await emit(tx, 'campaign.paused', { ...eventOf(tx, row), reason })
  emitCampaign(tx, row.id)
}
