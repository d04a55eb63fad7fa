import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import type { OutboundConversation } from '#server/modules/inbox/conversations/index.ts'
import { featureOn } from '#server/modules/shared/feature-flags/index.ts'
import { findChannelAccess, graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import { isWindowOpen } from '../policy.ts'
import { findLatestInbound, markInboundRead } from '../queries/outbound.ts'
import { loadForSending } from './send.ts'

/** Meta shows it for 25 seconds; sooner it need not be said again. */
const AGAIN_SECONDS = 20
const shown = createTokenBuckets({ capacity: 1, refillSeconds: AGAIN_SECONDS, maxKeys: 10_000 })

const show = async (ctx: CompanyCtx, { id, companyId, channelId }: OutboundConversation): Promise<void> => {
  const inbound = await findLatestInbound(ctx, companyId, id)
  const access = await findChannelAccess(ctx.deps, channelId)
  if (!inbound || !access?.accessToken || shown.take(id) > 0) return
  const client = await graphClientOf(ctx.deps, companyId, channelId)
  try {
    await client.markRead(access.channel.phoneNumberId, inbound.wamid, true)
    // The same call gives the blue ticks.
    await markInboundRead(ctx, companyId, inbound.id)
  } catch (err) {
    shown.refund(id)
    if (!(err instanceof GraphError)) throw err
    ctx.log.warn({ err, conversationId: id }, 'the customer could not be shown that somebody is typing')
  }
}

/**
 * Shows the customer a typing indicator: while the window is open, not more often than necessary, and only
 * in companies that want it. WhatsApp marks what the customer wrote as read with it, so nothing is shown where read
 * receipts are off. Throws `not_found`.
 */
export const showTyping = async (ctx: CompanyCtx, conversationId: string): Promise<void> => {
  const conversation = await inTransaction(ctx, (tx) => loadForSending(tx, conversationId))
  const settings = await settingsOf(ctx.deps, ctx.company.id)
  if (!settings?.chat.typingIndicator || settings.chat.readReceipts === 'off') return
  if (!(await featureOn(ctx, 'typing_indicator'))) return
  if (isWindowOpen(conversation.windowExpiresAt, ctx.now())) await show(ctx, conversation)
}
