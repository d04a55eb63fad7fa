import { collisionTime } from '@recado/contracts/inbox/held-messages'
import type { CompanyCtx } from '#server/context.ts'
import { findAnswerOfOther, type HeldRow } from '../queries.ts'

type Mine = Pick<HeldRow, 'conversationId' | 'authorId' | 'createdAt'> & { id?: string }

/**
 * The colleague for whom a message comes back instead of going out: one who began to send before, or whose answer went
 * out since shortly before it was written. Of two people who answer at once it is the later one who decides again.
 */
export const findConflict = async (tx: CompanyCtx, mine: Mine, waiting: readonly HeldRow[]) => {
  const earlier = waiting.find(
    ({ id, kind, authorId }) =>
      kind !== 'survey' && authorId !== mine.authorId && (mine.id === undefined || id < mine.id),
  )
  if (earlier) return { reason: 'answering' as const, reasonUserId: earlier.authorId }
  const since = new Date(mine.createdAt.getTime() - collisionTime)
  const other = await findAnswerOfOther(tx, mine.conversationId, mine.authorId, since)
  return other === null ? null : { reason: 'answered' as const, reasonUserId: other }
}
