import type { ConversationCost } from '@recado/contracts/inbox/conversation-cost'
import type { CompanyCtx } from '#server/context.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { findPhone, findPrices, sumCost } from '../queries/cost.ts'

/** What WhatsApp charges for a conversation so far, and what the next message would cost. Throws `not_found`. */
export const readCost = async (ctx: CompanyCtx, id: string): Promise<ConversationCost> => {
  await assertVisible(ctx, id)
  const [prices = []] = await findPrices(ctx, [await findPhone(ctx, id)], ctx.now())
  return { ...(await sumCost(ctx, id)), prices }
}
