import type { Ctx } from '#server/context.ts'
import { publishConversations } from '../hints.ts'
import { clearAssignee } from '../queries/release.ts'

/** Gives the open conversations of a person who leaves the company back to everybody, in the caller's transaction. */
export const releaseConversations = async (tx: Ctx, companyId: string, userId: string): Promise<void> => {
  const released = await clearAssignee(tx, companyId, userId)
  tx.afterCommit(() => publishConversations(tx.deps, companyId, released))
}
