import type { CompanyCtx } from '#server/context.ts'
import { displayNameOf } from '#server/modules/contacts/contacts/index.ts'
import { findToldConversations } from '../queries/told.ts'

/** What to call the contact of a conversation where everybody may read it; empty when the conversation is gone. */
export const findContactName = async (ctx: CompanyCtx, conversationId: string): Promise<string> => {
  const [row] = await findToldConversations(ctx, [{ companyId: ctx.company.id, id: conversationId }])
  return row ? displayNameOf(row, false) : ''
}
