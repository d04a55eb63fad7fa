import type { Ctx } from '#server/context.ts'
import { deleteExpiredKeys } from '#server/http/idempotency-keys.ts'
import { publishRecount } from '#server/notifications/shared/inbox-changes.ts'
import * as queries from './queries.ts'

const KEEP_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Walks through a table in the order of its ids, which grow with time, until nothing old comes any more. */
const walk = async (
  ctx: Ctx,
  signal: AbortSignal,
  deleteNext: (after: string) => Promise<queries.Walked>,
): Promise<void> => {
  for (let after = ''; !signal.aborted; ) {
    const { last, old, files, inboxes } = await deleteNext(after)
    for (const path of files) await ctx.deps.files.remove(path)
    publishRecount(ctx.deps, inboxes)
    if (last === null || old === 0) return
    after = last
  }
}

/** Deletes the answers that were kept for repeated requests. */
export const deleteExpiredAnswers = (ctx: Ctx): Promise<void> => deleteExpiredKeys(ctx.deps, ctx.now())

/**
 * Deletes expired messages, and after 30 days the runs, events and logs behind them. A run stays as long as a message
 * of it. Small batches, so that no one waits for it.
 */
export const deleteOldNotifications = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const now = ctx.now()
  const before = new Date(now.getTime() - KEEP_DAYS * DAY_MS)
  await walk(ctx, signal, (after) => queries.deleteExpiredMessages(ctx, after, now))
  await walk(ctx, signal, (after) => queries.deleteOldRuns(ctx, after, before))
  await walk(ctx, signal, (after) => queries.deleteOldEvents(ctx, after, before))
  await walk(ctx, signal, (after) => queries.deleteOldLogs(ctx, after, before))
}
