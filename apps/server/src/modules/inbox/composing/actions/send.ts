import type { Message, MessageDraft } from '@recado/contracts/inbox/messages'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { lockConversation, type OutboundConversation } from '#server/modules/inbox/conversations/index.ts'
import { findConversationMessage, loadMessage } from '#server/modules/inbox/messages/index.ts'
import { assertMayMarket } from '#server/modules/whatsapp/sending/index.ts'
import { composeDraft } from '../compose.ts'
import { isWindowOpen } from '../policy.ts'
import { acceptMessage, assertReopenable, assertSendable, assertWindowOpen, findAccepted } from './accept.ts'

/** The conversation, locked, if the actor may see it. Throws `not_found`. */
export const loadForSending = async (ctx: CompanyCtx, id: string): Promise<OutboundConversation> => {
  const conversation = await lockConversation(ctx, id)
  if (!conversation) throw new AppError('not_found')
  return conversation
}

const replyTargetOf = async (ctx: CompanyCtx, conversationId: string, draft: MessageDraft): Promise<string | null> => {
  if (!('replyToId' in draft) || !draft.replyToId) return null
  const target = await findConversationMessage(ctx, ctx.company.id, conversationId, draft.replyToId)
  if (target?.wamid) return target.wamid
  throw new AppError('validation_failed', {
    errors: [{ path: 'replyToId', code: target ? 'not_sent_yet' : 'not_found', message: 'No message to reply to' }],
  })
}

/** A message as it can be sent now. Throws what sending throws. */
export const prepareSend = async (tx: CompanyCtx, conversation: OutboundConversation, draft: MessageDraft) => {
  await assertSendable(tx, conversation, draft.type === 'template' ? 'other' : 'reply')
  if (draft.type !== 'template') await assertWindowOpen(tx, conversation)
  await assertReopenable(tx, conversation)
  const composed = await composeDraft(tx, conversation, draft)
  await assertMayMarket(tx, conversation, composed)
  return { composed, replyToWamid: await replyTargetOf(tx, conversation.id, draft) }
}

type Template = Extract<MessageDraft, { type: 'template' }>['template']

/**
 * Accepts a message that a program sends, in the caller's transaction; once the window is closed the template `fallback` goes in
 * its place. It is no answer of a person: the customer goes on waiting, and a resolved conversation stays resolved. Answers
 * the id of the message, and throws what sending throws.
 */
export const acceptQuietly = async (
  tx: CompanyCtx,
  conversationId: string,
  draft: MessageDraft,
  fallback?: Template,
): Promise<string> => {
  const conversation = await loadForSending(tx, conversationId)
  const { clientKey } = draft
  const known = await findAccepted(tx, conversation, clientKey)
  if (known) return known
  const falls = fallback && draft.type !== 'template' && !isWindowOpen(conversation.windowExpiresAt, tx.now())
  const sent: MessageDraft = falls ? { type: 'template', clientKey, template: fallback } : draft
  await assertSendable(tx, conversation, sent.type === 'template' ? 'other' : 'reply')
  if (sent.type !== 'template') await assertWindowOpen(tx, conversation)
  const composed = await composeDraft(tx, conversation, sent)
  await assertMayMarket(tx, conversation, composed)
  const replyToWamid = await replyTargetOf(tx, conversation.id, sent)
  return acceptMessage(tx, conversation, composed, { clientKey, replyToWamid, automatic: true })
}

/**
 * Accepts a message for sending; it is durable when this resolves, and leaves from a worker. A client key that was used
 * already answers its message. `extra` is added to its content. Throws `not_found`, `channel_not_sendable`, `window_closed`, `conflict` (another
 * conversation with the person is open), `opted_out`, `contact_suppressed`, `contact_blocked`, `sending_paused` and what composing throws.
 */
export const sendMessage = async (
  ctx: CompanyCtx,
  conversationId: string,
  draft: MessageDraft,
  extra: Record<string, unknown> = {},
): Promise<Message> => {
  const id = await inTransaction(ctx, async (tx) => {
    const conversation = await loadForSending(tx, conversationId)
    const known = await findAccepted(tx, conversation, draft.clientKey)
    if (known) return known
    const { composed, replyToWamid } = await prepareSend(tx, conversation, draft)
    return acceptMessage(tx, conversation, composed, { clientKey: draft.clientKey, replyToWamid, extra })
  })
  return loadMessage(ctx, conversationId, id)
}
