import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Macro } from '@recado/contracts/inbox/macros'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import type { HeldContent } from '#server/db/schema/inbox/held-messages.ts'
import { findAccepted, loadForSending, prepareSend } from '#server/modules/inbox/composing/index.ts'
import { summaryAfter } from '#server/modules/inbox/conversations/index.ts'
import { loadMacro } from '#server/modules/inbox/macros/index.ts'
import { authorIdOf } from './author.ts'
import { findConflict } from './conflict.ts'
import { findKnown, holdSeconds, keepHeld } from './keep-held.ts'
import { draftsOf, type Run, runMacro } from './macro.ts'
import { contentOf } from './show-held.ts'

/** What a macro would send, in its order, checked as sending would. Throws what sending throws. */
const previewMacro = async (tx: CompanyCtx, run: Run, macro: Macro): Promise<HeldContent[]> => {
  const contents: HeldContent[] = []
  for (const [n, step] of macro.steps.entries()) {
    const drafts = await draftsOf(tx, run, step, `${run.clientKey}:${n}`)
    if (drafts.length === 0) continue
    const conversation = await loadForSending(tx, run.conversationId)
    for (const draft of drafts) contents.push(contentOf((await prepareSend(tx, conversation, draft)).composed))
  }
  return contents
}

/**
 * Runs a macro after the seconds in which it can be taken back, if it sends something; else at once. Throws what running
 * it would.
 */
export const holdMacro = (
  ctx: CompanyCtx,
  conversationId: string,
  macroId: string,
  clientKey: string,
): Promise<ConversationSummary> =>
  inTransaction(ctx, async (tx) => {
    const run = { conversationId, clientKey }
    const conversation = await loadForSending(tx, conversationId)
    const macro = await loadMacro(tx, macroId)
    if ((await findAccepted(tx, conversation, clientKey)) || (await findKnown(tx, conversationId, clientKey)))
      return summaryAfter(tx, conversationId)
    const contents = await previewMacro(tx, run, macro)
    const seconds = await holdSeconds(tx)
    const place = { conversationId, authorId: authorIdOf(tx) }
    const conflict = seconds > 0 ? null : await findConflict(tx, { ...place, createdAt: tx.now() }, [])
    if (contents.length === 0 || (seconds === 0 && !conflict)) return runMacro(tx, conversationId, macroId, clientKey)
    const draft = { type: 'macro', macroId } as const
    const held = {
      kind: 'macro',
      draft,
      name: macro.name,
      contents,
      afterwards: null,
      anyway: false,
      clientKey,
    } as const
    await keepHeld(tx, place, { ...held, contents, ...conflict }, seconds)
    return summaryAfter(tx, conversationId)
  })
