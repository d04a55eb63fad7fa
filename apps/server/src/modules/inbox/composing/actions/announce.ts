import type { Ctx } from '#server/context.ts'

/** Tells the browsers of a company, after the commit, of a new or changed message. */
export const announceMessage = (
  ctx: Ctx,
  event: 'message.created' | 'message.updated',
  message: { companyId: string; conversationId: string; id: string },
) => {
  const { companyId, conversationId, id } = message
  const rooms = [`company:${companyId}`]
  ctx.afterCommit(() => {
    const { bus } = ctx.deps
    bus.publish('changes', { rooms, change: { event, companyId, conversationIds: [conversationId], ids: [id] } })
    if (event === 'message.created')
      bus.publish('changes', {
        rooms,
        change: { event: 'conversation.updated', companyId, conversationIds: [conversationId], ids: [conversationId] },
      })
  })
}
