import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { commandOf, resolveConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import type { HeldRow } from '../queries.ts'

export const authorIdOf = (tx: CompanyCtx): string => {
  if (tx.actor.kind !== 'user') throw new AppError('forbidden')
  return tx.actor.userId
}

/** What its author wanted done with the conversation once their message is on its way. */
export const doAfterwards = async (tx: CompanyCtx, conversationId: string, wanted: HeldRow['afterwards']) => {
  if (wanted)
    await runCommand(
      tx,
      conversationId,
      wanted === 'resolve' ? resolveConversation() : commandOf({ type: 'snooze', until: null }),
    )
}
