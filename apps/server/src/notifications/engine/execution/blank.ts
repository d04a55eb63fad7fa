import { renderInApp } from '#server/notifications/definitions/templates/in-app.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { publishRecount } from '#server/notifications/shared/inbox-changes.ts'
import { cancelTransaction } from './digests.ts'
import { loadRuns } from './load-runs.ts'
import * as queries from './queries/blank.ts'
import { findJobsOfRuns } from './queries/jobs.ts'
import { contextOf } from './steps/rendering.ts'
import { type RunState, stepOf } from './world.ts'

/** What an inbox message would say now. Null where its subscriber or its step is gone. */
const contentOf = async (state: RunState, { jobId, templateId }: queries.Written): Promise<string | null> => {
  const { subscriber } = state
  const job = state.jobs.find(({ id }) => id === jobId)
  const step = job && stepOf(state, job)
  if (!subscriber || !job || !step) return null
  const variant = step.variants?.find(({ template }) => template._id === templateId)
  const context = await contextOf({ ...state, subscriber }, job)
  return renderInApp(variant?.template ?? step.template, context).content
}

/**
 * Takes fields out of the payload of a transaction, wherever that is kept: what still waits is told without them, and
 * messages in inboxes are written again. With `cancel` nothing that waits is told at all. Safe to repeat; a transaction
 * that is not known has nothing to lose.
 */
export const blankPayload = async (
  ctx: EnvironmentCtx,
  transactionId: string,
  fields: readonly string[],
  { cancel = false }: { cancel?: boolean } = {},
): Promise<void> => {
  if (cancel) await cancelTransaction(ctx, transactionId)
  const { deps } = ctx
  const runIds = await queries.blankRuns(ctx, transactionId, fields)
  const states = await loadRuns(deps, await findJobsOfRuns(deps.database.pool, runIds))
  const rewritten: string[] = []
  for (const message of await queries.findWritten(ctx, runIds)) {
    const state = states.get(message.runId)
    const content = state ? await contentOf(state, message) : null
    if (content === null || content === message.content) continue
    await queries.rewrite(ctx, message.id, content)
    rewritten.push(message.subscriberId)
  }
  // Counts are what makes open tabs read their messages again.
  publishRecount(deps, rewritten)
}
