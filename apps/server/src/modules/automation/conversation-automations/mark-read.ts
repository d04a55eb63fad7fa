import { type CompanyCtx, inTransaction } from '#server/context.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { enqueueReadMark } from '#server/modules/inbox/composing/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'

/** Shows the customer blue ticks when a member opens the conversation, if the company has enabled it. */
export const markRead = async (ctx: CompanyCtx, settings: CompanySettings, conversationId: string): Promise<void> => {
  if (settings.chat.readReceipts !== 'on_open') return
  await inTransaction(ctx, async (tx) => {
    const row = await findConversation(tx, conversationId)
    if (row) await enqueueReadMark(tx, row)
  })
}
