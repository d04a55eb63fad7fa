import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { openConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import { loadForSending } from '#server/modules/inbox/composing/index.ts'
import { findHeld, type HeldRow, updateHeld } from '../queries.ts'
import { authorIdOf } from './author.ts'
import { announceHeld, showOne } from './show-held.ts'

/** Its author, or any member once the author has left the company. */
const mayTakeBack = (row: HeldRow, userId: string): boolean =>
  row.authorId === userId || (row.state === 'returned' && row.error === 'forbidden')

/**
 * Takes back what has not gone out, and answers it; a survey with the resolving that caused it. Throws `not_found`, also
 * for what went out meanwhile, and `forbidden`.
 */
export const undoHeld = (ctx: CompanyCtx, conversationId: string, id: string): Promise<HeldMessage> =>
  inTransaction(ctx, async (tx) => {
    const userId = authorIdOf(tx)
    await loadForSending(tx, conversationId)
    const row = await findHeld(tx, conversationId, id)
    if (!row || row.state === 'undone') throw new AppError('not_found')
    if (!mayTakeBack(row, userId)) throw new AppError('forbidden')
    const shown = await showOne(tx, row)
    await updateHeld(tx, id, { state: 'undone', draft: { type: 'none' }, contents: [] })
    if (row.kind === 'survey') await runCommand(tx, conversationId, openConversation())
    announceHeld(tx, conversationId)
    return shown
  })
