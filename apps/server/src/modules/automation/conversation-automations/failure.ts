import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { watchPromises } from '#server/modules/automation/sla/index.ts'
import type { Desk } from '#server/modules/companies/settings-cache/index.ts'
import {
  answering,
  findContactName,
  findConversation,
  findMessage,
  runCommand,
  updateAnswered,
} from '#server/modules/inbox/conversations/index.ts'
import { tell } from '#server/modules/product-notifications/index.ts'

/** Tells whoever wrote a message that it did not arrive, and whoever has the conversation. */
const tellOfFailure = async (tx: CompanyCtx, messageId: string): Promise<void> => {
  const message = await findMessage(tx, messageId)
  if (message?.status !== 'failed' || message.payload['resentAs'] || message.payload['dismissedAt']) return
  const { companyId, conversationId, authorId, origin } = message
  const conversation = await findConversation(tx, conversationId)
  const users = new Set([authorId, conversation?.assigneeId ?? null].filter((id) => id !== null))
  if (users.size === 0 || !answering.includes(origin)) return
  const contact = await findContactName(tx, conversationId)
  await tell(tx, 'message.failed', {
    to: { users: [...users] },
    companyId,
    payload: { conversationId, contact },
    factId: messageId,
  })
}

/** An answer failed, or has arrived after it was said to have failed. Safe to repeat. */
export const followFailure = (ctx: CompanyCtx, desk: Desk, conversationId: string, messageId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await findConversation(tx, conversationId))) return
    await runCommand(tx, conversationId, updateAnswered(messageId))
    await watchPromises(tx, desk, { id: conversationId, unanswered: true })
    await tellOfFailure(tx, messageId)
  })
