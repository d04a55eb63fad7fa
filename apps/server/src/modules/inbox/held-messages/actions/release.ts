import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { loadForSending, sendMessage } from '#server/modules/inbox/composing/index.ts'
import { lockConversation } from '#server/modules/inbox/conversations/index.ts'
import { asAuthor, findAuthors } from '#server/modules/inbox/scheduled/index.ts'
import { deleteHeld, findHeld, type HeldRow, listHeld, listWaiting, updateHeld } from '../queries.ts'
import { authorIdOf, doAfterwards } from './author.ts'
import { findConflict } from './conflict.ts'
import { runMacro } from './macro.ts'
import { announceHeld, showAll } from './show-held.ts'

/** Acts as the system, which sees everything, in the transaction of a member who does not. */
const asAutomation = (tx: CompanyCtx, settings: CompanySettings): CompanyCtx => ({
  ...automationCtx(tx.deps, settings),
  ...{ db: tx.db, inTransaction: true, afterCommit: tx.afterCommit },
})

const sendAsAuthor = async (tx: CompanyCtx, row: HeldRow): Promise<void> => {
  if (!tx.company.accessBlocks.includes('whatsapp_chat')) throw new AppError('access_block_required')
  const author = (await findAuthors(tx, [row.authorId])).get(row.authorId)
  if (!author?.isMember) throw new AppError('forbidden')
  const own = asAuthor(tx, author)
  const { conversationId, draft, clientKey } = row
  if (draft.type === 'macro') return void (await runMacro(own, conversationId, draft.macroId, clientKey))
  if (draft.type === 'none') return
  await sendMessage(own, conversationId, draft)
  await doAfterwards(own, conversationId, row.afterwards)
}

/** What sends something is done whole or not at all, without the rest of the transaction. */
const tryToSend = async (tx: CompanyCtx, row: HeldRow): Promise<string | null> => {
  try {
    await tx.db.transaction(async (db) => {
      const inner = { ...tx, db }
      const handler = tx.deps.handlers.held.find(({ kind }) => kind === row.kind)
      await (handler ? handler.release(inner, row.conversationId) : sendAsAuthor(inner, row))
    })
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const letGo = async (tx: CompanyCtx, row: HeldRow, waiting: readonly HeldRow[]): Promise<void> => {
  const conflict = row.anyway || row.kind === 'survey' ? null : await findConflict(tx, row, waiting)
  if (conflict) return updateHeld(tx, row.id, { state: 'returned', ...conflict })
  const error = await tryToSend(tx, row)
  if (error === null) return deleteHeld(tx, row.id)
  await updateHeld(tx, row.id, { state: 'returned', reason: 'refused', error })
}

/**
 * Lets go what is due in a conversation that is locked, each author's in its order: nothing overtakes what the same
 * person sent before.
 */
const release = async (
  tx: CompanyCtx,
  conversationId: string,
  isForced: (row: HeldRow) => boolean = () => false,
): Promise<void> => {
  let waiting = await listWaiting(tx, conversationId)
  const behind = new Set<string>()
  for (const { row, isDue } of [...waiting]) {
    if (behind.has(row.authorId) || !(isDue || isForced(row))) {
      behind.add(row.authorId)
      continue
    }
    await letGo(
      tx,
      row,
      waiting.map((one) => one.row),
    )
    waiting = waiting.filter((one) => one.row.id !== row.id)
  }
  announceHeld(tx, conversationId)
}

/** Lets go what is due in a conversation, in one transaction: a process that dies in between has done nothing. */
export const releaseByItself = async (
  deps: Deps,
  { companyId, conversationId }: { companyId: string; conversationId: string },
): Promise<void> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return
  await inTransaction(automationCtx(deps, settings), async (tx) => {
    if (await lockConversation(tx, conversationId)) await release(tx, conversationId)
  })
}

const takeUpAgain = async (tx: CompanyCtx, row: HeldRow | null, authorId: string, anyway: boolean): Promise<void> => {
  if (row?.authorId !== authorId || row.state === 'undone') return
  const again =
    row.state === 'returned' ? { state: 'held' as const, reason: null, reasonUserId: null, error: null } : {}
  await updateHeld(tx, row.id, { ...again, ...(anyway && { anyway }), heldUntil: tx.now() })
}

/** Sends at once what the actor holds in a conversation. Answers what came back. Throws `not_found`. */
export const releaseOwn = (
  ctx: CompanyCtx,
  conversationId: string,
  { upTo, anyway }: { upTo?: string | undefined; anyway: boolean },
): Promise<{ returned: HeldMessage[] }> =>
  inTransaction(ctx, async (tx) => {
    const authorId = authorIdOf(tx)
    await loadForSending(tx, conversationId)
    const settings = await settingsOf(tx.deps, tx.company.id, tx)
    if (!settings) throw new AppError('not_found')
    if (upTo) await takeUpAgain(tx, await findHeld(tx, conversationId, upTo), authorId, anyway)
    const isForced = (row: HeldRow) =>
      row.authorId === authorId && row.kind !== 'survey' && (upTo === undefined || row.id <= upTo)
    await release(asAutomation(tx, settings), conversationId, isForced)
    const mine = (await listHeld(tx, conversationId)).filter(
      (row) => row.authorId === authorId && row.state === 'returned',
    )
    return {
      returned: await showAll(
        tx,
        mine.filter(({ id }) => upTo === undefined || id <= upTo),
      ),
    }
  })
