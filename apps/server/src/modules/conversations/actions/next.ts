import type { ConversationSummary } from '@recado/contracts/conversations'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { lockOldestWaiting } from '../queries/next.ts'
import { assigning } from './assign.ts'
import { actorOf, change } from './verb.ts'

/** Takes the conversation of the actor's queues that has waited longest; null when there is none. No two take the same. */
export const takeNext = (ctx: CompanyCtx, teamId?: string): Promise<ConversationSummary | null> =>
  inTransaction(ctx, async (tx) => {
    const own = actorOf(tx)
    const id = own && (await lockOldestWaiting(tx, teamId))
    return own && id ? change(tx, id, assigning({ assigneeId: own.id })) : null
  })
