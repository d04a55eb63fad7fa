import type { EndpointInput } from '@recado/contracts'
import { campaignLimits } from '@recado/contracts/campaigns/campaigns'
import type { retryCampaign, retryPreview } from '@recado/contracts/campaigns/recipients'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  emitCampaign,
  findCampaignRow,
  lockCampaign,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import { planContent } from '#server/modules/campaigns/content/index.ts'
import { countRunning, priceOf } from '#server/modules/campaigns/preflight/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { wakeEngine } from '../engine.ts'
import { canRetry, isRetryable } from '../policy.ts'
import { addCounts } from '../queries/counts.ts'
import { type FailedCrowd, findFailed, moveToRetry } from '../queries/retry.ts'

const sumOf = (crowds: readonly FailedCrowd[]) => crowds.reduce((sum, { count }) => sum + count, 0)

/** Who of a campaign failed, by class of error, and what another try of those who can get one costs. Throws `not_found`. */
export const readRetry = async (ctx: CompanyCtx, id: string): Promise<z.infer<typeof retryPreview>> => {
  const row = await findCampaignRow(ctx, id)
  if (!row) throw new AppError('not_found')
  const failed = await findFailed(ctx, id)
  const classes = [...new Set(failed.map(({ errorClass }) => errorClass))].map((errorClass) => ({
    errorClass,
    count: sumOf(failed.filter((one) => one.errorClass === errorClass)),
    retryable: isRetryable(errorClass),
  }))
  const again = failed.filter(({ errorClass }) => isRetryable(errorClass))
  const { lines: _lines, ...cost } = await priceOf(ctx, await planContent(ctx, id, row.content), again)
  return { classes: classes.toSorted((one, other) => other.count - one.count), cost }
}

type Retry = EndpointInput<typeof retryCampaign>['body']

/**
 * Tries recipients again who failed for some reasons, with another message. Throws `not_found`, `state_invalid`,
 * `validation_failed` for reasons that do not pass, `conflict` when they are not as many as expected, `campaign_not_ready`.
 */
export const retry = (ctx: CompanyCtx, id: string, { classes, expected }: Retry): Promise<{ count: number }> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!canRetry(row.state)) throw new AppError('state_invalid', { data: { state: row.state } })
    const wanted = new Set(classes)
    if (![...wanted].every(isRetryable)) throw new AppError('validation_failed')
    const isOver = row.state !== 'running' && row.state !== 'paused'
    const limit = campaignLimits.running
    if (isOver && (await countRunning(tx, id)) >= limit)
      throw new AppError('campaign_not_ready', { data: { findings: [{ name: 'too_many_running', facts: { limit } }] } })
    const groups = await moveToRetry(tx, id, [...wanted])
    const count = groups.reduce((sum, { n }) => sum + n, 0)
    if (count !== expected) throw new AppError('conflict', { data: { count } })
    await addCounts(
      tx,
      id,
      groups.map(({ n, ...group }) => ({ ...group, measure: 'queued', n: -n })),
    )
    const again = { state: 'running', wakeAt: null, finishedAt: null, stopsSince: tx.now() } as const
    if (isOver) await updateCampaignRow(tx, id, again)
    // One that waits for the winner of a test is looked at again.
    else if (row.state === 'running') await updateProgress(tx, id, { wakeAt: null })
    const target = { type: 'campaign', id, label: row.name }
    await recordAudit(tx, { action: 'campaign.retry', target, diff: { classes: [...wanted], count } })
    emitCampaign(tx, id)
    tx.afterCommit(() => wakeEngine(tx.deps))
    return { count }
  })
