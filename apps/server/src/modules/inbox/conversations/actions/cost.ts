import type { ConversationCost } from '@recado/contracts/inbox/conversation-cost'
import type { CompanyCtx } from '#server/context.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { findPrices, sumCost } from '../queries/cost.ts'

/** What WhatsApp charges for a conversation so far, and what the next message would cost. Throws `not_found`. */
export const readCost = async (ctx: CompanyCtx, id: string): Promise<ConversationCost> => {
  await assertVisible(ctx, id)
  return { ...(await sumCost(ctx, id)), prices: await findPrices(ctx, id, ctx.now()) }
}
