import type { Ctx } from '#server/context.ts'
import { type FollowUp, insertFollowUps } from './queries/follow-ups.ts'

/**
 * Lets the desk do what follows from a change of conversations, soon after the caller's transaction: who gets them, what
 * was promised, what is answered by itself. One job for each; a company whose desk does nothing by itself needs none.
 */
export const enqueueFollowUps = async (tx: Ctx, followUps: readonly FollowUp[]): Promise<void> => {
  if (followUps.length === 0) return
  await insertFollowUps(tx, followUps)
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}
