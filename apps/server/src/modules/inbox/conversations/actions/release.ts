import type { Ctx } from '#server/context.ts'
import { publishConversations } from '../hints.ts'
import { clearAssignee, passAssignments } from '../queries/release.ts'

/** Gives the open conversations of a person who leaves the company back to everybody, in the caller's transaction. */
export const releaseConversations = async (tx: Ctx, companyId: string, userId: string): Promise<void> => {
  const released = await clearAssignee(tx, companyId, userId)
  tx.afterCommit(() => publishConversations(tx.deps, companyId, released))
}

/** Gives the conversations of one account to another of the same person, in the caller's transaction. */
export const handOverConversations = async (
  tx: Ctx,
  companyId: string,
  fromId: string,
  toId: string,
): Promise<void> => {
  const passed = await passAssignments(tx, companyId, fromId, toId)
  tx.afterCommit(() => publishConversations(tx.deps, companyId, passed))
}
