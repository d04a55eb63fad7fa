import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { lockOldestWaiting } from '../queries/next.ts'
import { findTeam } from '../queries/verbs.ts'
import { assigning } from './assign.ts'
import { actorOf, change, refuse } from './verb.ts'

/**
 * Takes the conversation of the actor's queues that has waited longest; null when there is none. No two take
 * the same. Throws `validation_failed` for a team that is not the company's.
 */
export const takeNext = (ctx: CompanyCtx, teamId?: string): Promise<ConversationSummary | null> =>
  inTransaction(ctx, async (tx) => {
    const own = actorOf(tx)
    if (teamId && !(await findTeam(tx, teamId))) refuse('teamId', 'not_found', 'No such team')
    const id = own && (await lockOldestWaiting(tx, teamId))
    return own && id ? change(tx, id, assigning({ assigneeId: own.id })) : null
  })
