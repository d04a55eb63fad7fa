import type { Ctx } from '#server/context.ts'
import { clearAssignee } from '../queries/release.ts'

const MOST_IDS = 50

/** Gives the open conversations of a person who leaves the company back to everybody, in the caller's transaction. */
export const releaseConversations = async (tx: Ctx, companyId: string, userId: string): Promise<void> => {
  const released = await clearAssignee(tx, companyId, userId)
  tx.afterCommit(() => {
    for (let from = 0; from < released.length; from += MOST_IDS) {
      tx.deps.bus.publish('hints', {
        rooms: [`company:${companyId}`],
        hint: { event: 'conversation.updated', companyId, conversationIds: released.slice(from, from + MOST_IDS) },
      })
    }
  })
}
