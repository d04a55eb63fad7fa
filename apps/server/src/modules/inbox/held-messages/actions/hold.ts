import type { EndpointInput, EndpointResponse } from '@recado/contracts'
import type { holdMessage } from '@recado/contracts/inbox/held-messages'
import type { MessageDraft } from '@recado/contracts/inbox/messages'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { findAccepted, loadForSending, prepareSend, sendMessage } from '#server/modules/inbox/composing/index.ts'
import { loadMessage } from '#server/modules/inbox/messages/index.ts'
import { authorIdOf, doAfterwards } from './author.ts'
import { findConflict } from './conflict.ts'
import { findKnown, holdSeconds, keepHeld } from './keep-held.ts'
import { contentOf, showOne } from './show-held.ts'

type Input = Omit<EndpointInput<typeof holdMessage>['body'], 'draft'> & { draft: MessageDraft }
type Answer = EndpointResponse<typeof holdMessage>

/**
 * Takes a message over, durable when this resolves, and lets it go when the time is over in which it can be taken back;
 * at once where the company has none. A client key that was used already answers what came of it. Throws what sending
 * throws.
 */
export const hold = (ctx: CompanyCtx, conversationId: string, { draft, afterwards, anyway }: Input): Promise<Answer> =>
  inTransaction(ctx, async (tx) => {
    const authorId = authorIdOf(tx)
    const conversation = await loadForSending(tx, conversationId)
    const sent = await findAccepted(tx, conversation, draft.clientKey)
    if (sent) return { held: null, message: await loadMessage(tx, conversationId, sent) }
    const known = await findKnown(tx, conversationId, draft.clientKey)
    if (known) return { held: known.state === 'undone' ? null : await showOne(tx, known), message: null }
    const { composed } = await prepareSend(tx, conversation, draft)
    const seconds = await holdSeconds(tx)
    const conflict =
      seconds > 0 || anyway ? null : await findConflict(tx, { conversationId, authorId, createdAt: tx.now() }, [])
    if (seconds === 0 && !conflict) {
      const message = await sendMessage(tx, conversationId, draft)
      await doAfterwards(tx, conversationId, afterwards)
      return { held: null, message }
    }
    const contents = [contentOf(composed)]
    const { clientKey } = draft
    const held = { kind: 'message' as const, draft, name: null, contents, afterwards, anyway, clientKey, ...conflict }
    const row = await keepHeld(tx, { conversationId, authorId }, held, seconds)
    return { held: await showOne(tx, row), message: null }
  })
