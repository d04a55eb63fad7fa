import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { findTeam } from '../queries/commands.ts'
import { lockOldestWaiting } from '../queries/next.ts'
import { assignConversation } from './assign.ts'
import { actorOf, changeConversation, refuse } from './command.ts'

/**
 * Takes the conversation of the actor's queues that has waited longest; null when there is none. No two take
 * the same. Throws `validation_failed` for a team that is not the company's.
 */
export const takeNext = (ctx: CompanyCtx, teamId?: string): Promise<ConversationSummary | null> =>
  inTransaction(ctx, async (tx) => {
    const own = actorOf(tx)
    if (teamId && !(await findTeam(tx, teamId))) refuse('teamId', 'not_found', 'No such team')
    const id = own && (await lockOldestWaiting(tx, teamId))
    return own && id ? changeConversation(tx, id, assignConversation({ assigneeId: own.id })) : null
  })
