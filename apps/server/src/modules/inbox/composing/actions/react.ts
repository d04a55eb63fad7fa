import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findConversationMessage } from '#server/modules/inbox/messages/index.ts'
import { reactJob } from '../jobs.ts'
import { saveBusinessReaction } from '../queries/outbound.ts'
import { assertSendable, assertWindowOpen } from './accept.ts'
import { announceMessage } from './announce.ts'
import { loadForSending } from './send.ts'

/**
 * Sets the company's reaction to a message, or removes it with an empty text; WhatsApp is told by a job. Throws
 * `not_found`, `reaction_target_missing`, `channel_not_sendable`, `window_closed`.
 */
export const reactToMessage = (
  ctx: CompanyCtx,
  conversationId: string,
  messageId: string,
  emoji: string,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const conversation = await loadForSending(tx, conversationId)
    const { companyId, channelId } = conversation
    const target = await findConversationMessage(tx, companyId, conversation.id, messageId)
    if (!target) throw new AppError('not_found')
    if (!target.wamid || target.revokedAt) throw new AppError('reaction_target_missing')
    await assertSendable(tx, conversation, 'reply')
    await assertWindowOpen(tx, conversation)
    const userId = tx.actor.kind === 'user' ? tx.actor.userId : null
    await saveBusinessReaction(tx, { companyId, channelId, targetWamid: target.wamid }, emoji, userId)
    const to = conversation.to ?? conversation.bsuid
    if (!to) throw new AppError('reaction_target_missing')
    const input = { companyId, channelId, conversationId, messageId, targetWamid: target.wamid, to }
    await tx.deps.jobs.enqueue(tx.db, reactJob, input, { companyId, priority: 0 })
    announceMessage(tx, 'message.updated', { companyId, conversationId, id: messageId })
    tx.afterCommit(() => tx.deps.jobs.wake('standard'))
  })
