import type { Message } from '@recado/contracts/inbox/messages'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  findConversationMessage,
  findMedia,
  loadMessage,
  previewOf,
  type StoredMedia,
  type StoredMessage,
} from '#server/modules/inbox/messages/index.ts'
import { assertMayMarket, removeSend } from '#server/modules/whatsapp/sending/index.ts'
import type { Composed } from '../composed.ts'
import { canResend } from '../policy.ts'
import { markResent } from '../queries/outbound.ts'
import { acceptMessage, assertReopenable, assertSendable, assertWindowOpen, findAccepted } from './accept.ts'
import { announceMessage } from './announce.ts'
import { loadForSending } from './send.ts'

const mediaPartOf = (media: StoredMedia | null): Composed['media'] =>
  media?.fileId && media.mime && media.sha256
    ? {
        kind: media.kind,
        mime: media.mime,
        filename: media.filename ?? 'file',
        sha256: media.sha256,
        voice: media.voice,
        fileId: media.fileId,
      }
    : null

const contentOf = (message: StoredMessage, media: StoredMedia | null): Composed => ({
  type: message.type,
  body: message.body,
  payload: message.payload,
  preview: previewOf(message.body),
  media: mediaPartOf(media),
})

/**
 * Sends a failed message again as a new one that names the old; one of unknown fate only with `evenIfUnknown`, and then
 * nothing waits for the old one any more. Throws `message_not_resendable` and what sending throws.
 */
export const resendMessage = async (
  ctx: CompanyCtx,
  conversationId: string,
  messageId: string,
  input: { clientKey: string; evenIfUnknown: boolean },
): Promise<Message> => {
  const id = await inTransaction(ctx, async (tx) => {
    const conversation = await loadForSending(tx, conversationId)
    const { companyId } = conversation
    const known = await findAccepted(tx, conversation, input.clientKey)
    if (known) return known
    const message = await findConversationMessage(tx, companyId, conversation.id, messageId)
    if (!message) throw new AppError('not_found')
    const { direction, status } = message
    const { resentAs, resendOf: _resendOf, ...payload } = message.payload
    if (!canResend({ direction, status, resentAs }, input.evenIfUnknown))
      throw new AppError('message_not_resendable', { data: { status, ...(resentAs ? { resentAs } : {}) } })
    await assertSendable(tx, conversation, message.type === 'template' ? 'other' : 'reply')
    if (message.type !== 'template') await assertWindowOpen(tx, conversation)
    await assertReopenable(tx, conversation)
    const media = await findMedia(tx, companyId, messageId)
    const { replyToWamid } = message
    const composed = contentOf({ ...message, payload }, media)
    await assertMayMarket(tx, conversation, composed)
    const acceptance = { clientKey: input.clientKey, replyToWamid, extra: { resendOf: messageId } }
    const resentId = await acceptMessage(tx, conversation, composed, acceptance)
    await markResent(tx, message, resentId)
    await removeSend(tx, { companyId, messageId })
    announceMessage(tx, 'message.updated', { companyId, conversationId, id: messageId })
    return resentId
  })
  return loadMessage(ctx, conversationId, id)
}
