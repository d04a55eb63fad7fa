import type { EndpointInput } from '@recado/contracts'
import type { Campaign, decideCampaign, setWinnerRule } from '@recado/contracts/campaigns/campaigns'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type CampaignRow,
  emitCampaign,
  lockCampaign,
  readCampaign,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { wakeEngine } from '../engine.ts'
import { canDecide, canSetRule } from '../policy.ts'
import { recordDecision } from '../steps/test.ts'

const recordInAudit = (tx: CompanyCtx, { id, name }: CampaignRow, diff: Record<string, string>) =>
  recordAudit(tx, { action: 'campaign.decide', target: { type: 'campaign', id, label: name }, diff })

/** Has the engine look at a campaign that waits. One that is paused stays so. */
const lookAgain = async (tx: CompanyCtx, { id, state }: CampaignRow): Promise<void> => {
  if (state === 'running') await updateProgress(tx, id, { wakeAt: null })
  tx.afterCommit(() => wakeEngine(tx.deps))
}

/**
 * Sends a variant to everyone who waits for the winner of a test, before its end or when a person was asked. Once the first
 * message of the winner is held by its template, another one can be chosen. Throws `not_found`, `state_invalid`,
 * `validation_failed` for a variant that the campaign does not have.
 */
export const decide = async (
  ctx: CompanyCtx,
  id: string,
  { variant }: EndpointInput<typeof decideCampaign>['body'],
): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    const place = row.content.variants.findIndex(({ key }) => key === variant)
    if (row.content.test && place < 0) throw new AppError('validation_failed')
    if (row.testDecision?.variant === place) return
    if (!canDecide(row)) throw new AppError('state_invalid', { data: { state: row.state } })
    const by = tx.actor.kind === 'user' ? tx.actor.userId : null
    await recordDecision(tx, row, { variant: place, reason: 'person', by })
    await recordInAudit(tx, row, { variant })
    await lookAgain(tx, row)
  })
  return readCampaign(ctx, id)
}

/** Changes who chooses the winner of a test. Throws `not_found`, `state_invalid`. */
export const changeRule = async (
  ctx: CompanyCtx,
  id: string,
  { rule }: EndpointInput<typeof setWinnerRule>['body'],
): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    const { test } = row.content
    if (!test || !canSetRule(row)) throw new AppError('state_invalid', { data: { state: row.state } })
    if (test.rule === rule) return
    await updateCampaignRow(tx, id, { content: { ...row.content, test: { ...test, rule } }, testAskedAt: null })
    await recordInAudit(tx, row, { rule })
    emitCampaign(tx, id)
    await lookAgain(tx, row)
  })
  return readCampaign(ctx, id)
}
