import type { MemberLeavingHandler } from '#server/modules/companies/companies/index.ts'
import { emitConversations } from '#server/modules/inbox/messages/index.ts'
import { clearAssignee, passAssignments } from '../queries/release.ts'

/**
 * Gives the open conversations of a person who leaves the company back to everybody; those of one who stays under another
 * account all go to that account.
 */
export const releaseConversations: MemberLeavingHandler = async (tx, { companyId, userId, successorId }) => {
  const released =
    successorId === null
      ? await clearAssignee(tx, companyId, userId)
      : await passAssignments(tx, companyId, userId, successorId)
  emitConversations(tx, companyId, released)
}
