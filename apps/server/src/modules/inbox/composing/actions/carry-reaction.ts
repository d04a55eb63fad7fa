import type { Ctx } from '#server/context.ts'
import { addressOf } from '#server/lib/whatsapp-cloud/address.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { findChannelAccess, graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import { findBusinessReaction, removeBusinessReaction } from '../queries/outbound.ts'
import { announceMessage } from './announce.ts'

export type CarriedReaction = {
  companyId: string
  channelId: string
  conversationId: string
  messageId: string
  targetWamid: string
  to: string
}

/**
 * Tells WhatsApp the reaction as it is now; told twice it stays one. A reaction that WhatsApp refuses, or that could not
 * be told by the last attempt, is taken away again, so that no one believes the contact sees it.
 */
export const carryReaction = async (ctx: Ctx, reaction: CarriedReaction, last: boolean): Promise<void> => {
  const { companyId, channelId, targetWamid } = reaction
  const key = { companyId, channelId, targetWamid }
  const row = await findBusinessReaction(ctx, key)
  if (!row) return
  try {
    const client = await graphClientOf(ctx.deps, companyId, channelId)
    const access = await findChannelAccess(ctx.deps, channelId)
    const payload = { type: 'reaction', reaction: { message_id: targetWamid, emoji: row.emoji } }
    if (access) await client.sendMessage(access.channel.phoneNumberId, { ...addressOf(reaction.to), ...payload })
    if (row.emoji === '') await removeBusinessReaction(ctx, key, '')
  } catch (error) {
    if (last || !(error instanceof GraphError) || error.rule.policy !== 'retry')
      await removeBusinessReaction(ctx, key, row.emoji)
    announceMessage(ctx, 'message.updated', {
      companyId,
      conversationId: reaction.conversationId,
      id: reaction.messageId,
    })
    throw error
  }
}
