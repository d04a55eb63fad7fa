import type { Ctx } from '#server/context.ts'
import { emitChange } from '#server/realtime/emit-change.ts'

/** Tells the browsers of a company, after the commit, of a new or changed message. */
export const announceMessage = (
  ctx: Ctx,
  event: 'message.created' | 'message.updated',
  message: { companyId: string; conversationId: string; id: string },
) => {
  const { companyId, conversationId, id } = message
  const concerned = { companyId, conversationIds: [conversationId] }
  emitChange(ctx, event, { ...concerned, ids: [id] })
  if (event === 'message.created') emitChange(ctx, 'conversation.updated', { ...concerned, ids: [conversationId] })
}
