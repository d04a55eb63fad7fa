import type { SuppressionEffect } from '@recado/contracts/inbox/conversations'
import type { Ctx } from '#server/context.ts'
import { type SuppressionKey, suppressions } from '#server/modules/contacts/contacts/index.ts'
import type { OutboundConversation } from '../queries/rows.ts'

type Recipient = Pick<OutboundConversation, 'companyId' | 'to' | 'bsuid' | 'lastInboundAt'>

/**
 * What the suppression list leaves of sending to the person of a conversation: whoever wrote since they were put on it
 * may get replies, as long as the window is open. Sending and the page both ask it here.
 */
export const suppressionEffectOf = async (
  ctx: Pick<Ctx, 'db' | 'deps'>,
  { companyId, to, bsuid, lastInboundAt }: Recipient,
): Promise<SuppressionEffect> => {
  const keys: SuppressionKey[] = [
    ...(to === null ? [] : [{ kind: 'phone' as const, value: to }]),
    ...(bsuid === null ? [] : [{ kind: 'bsuid' as const, value: bsuid }]),
  ]
  // Whoever is erased is known by nothing any more.
  if (keys.length === 0) return 'blocked'
  const since = (await suppressions.findSuppressions(ctx, companyId, keys)).at(-1)?.createdAt
  if (!since) return 'no'
  return lastInboundAt !== null && lastInboundAt > since ? 'replies' : 'blocked'
}
