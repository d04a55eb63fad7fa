import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { trackSlaTargets } from '#server/modules/automation/sla/index.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { runCommand, updateAnswered } from '#server/modules/inbox/commands/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { answering, findMessage } from '#server/modules/inbox/messages/index.ts'

/** Reports that an automatic answer was not delivered, unless it has been dealt with. */
const reportFailure = async (tx: CompanyCtx, messageId: string): Promise<void> => {
  const message = await findMessage(tx, messageId)
  if (message?.status !== 'failed' || message.payload['resentAs'] || message.payload['dismissedAt']) return
  const { companyId, conversationId, authorId, origin } = message
  if (!answering.includes(origin)) return
  const assigneeId = (await findConversation(tx, conversationId))?.assigneeId ?? null
  await emit(tx, 'message.failed', { companyId, conversationId, messageId, authorId, assigneeId })
}

/** An answer failed, or has arrived after it was said to have failed. Safe to repeat. */
export const automateFailure = (
  ctx: CompanyCtx,
  settings: CompanySettings,
  conversationId: string,
  messageId: string,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await findConversation(tx, conversationId))) return
    await runCommand(tx, conversationId, updateAnswered(messageId))
    await trackSlaTargets(tx, settings, { id: conversationId, unanswered: true })
    await reportFailure(tx, messageId)
  })
