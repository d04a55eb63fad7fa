import type { Ctx } from '#server/context.ts'
import { findChannelAccess, graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import { markInboundRead } from '../queries/outbound.ts'

/** Gives the contact the blue ticks for a message and all before it. */
export const markReadAtMeta = async (
  ctx: Ctx,
  input: { companyId: string; channelId: string; messageId: string; wamid: string },
): Promise<void> => {
  const client = await graphClientOf(ctx.deps, input.companyId, input.channelId)
  const access = await findChannelAccess(ctx.deps, input.channelId)
  if (!access) return
  await client.markRead(access.channel.phoneNumberId, input.wamid)
  await markInboundRead(ctx, input.companyId, input.messageId)
}
