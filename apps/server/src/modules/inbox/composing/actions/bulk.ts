import { type Ctx, inTransaction } from '#server/context.ts'
import { sendPriorities } from '#server/modules/whatsapp/directory/index.ts'
import { addSends, withdrawSends } from '#server/modules/whatsapp/sending/index.ts'
import { deleteBulkMessages, insertBulkMessages, type NewBulkMessage } from '../queries/outbound-bulk.ts'

/** One message of a bulk; the caller makes its id. `recipient`: digits, or a business-scoped user id. */
export type BulkMessage = NewBulkMessage & { recipient: string }

/**
 * Accepts many messages at once, to be sent behind those that people wait for. Those whose id or client key is known
 * already are left out; answers the ids that were accepted. Up to a few thousand a call.
 */
export const acceptBulk = (ctx: Ctx, messages: readonly BulkMessage[]): Promise<string[]> =>
  inTransaction(ctx, async (tx) => {
    const accepted = new Set(await insertBulkMessages(tx, messages))
    const sends = new Map(messages.map((message) => [message.messageId, { ...message, priority: sendPriorities.bulk }]))
    await addSends(
      tx,
      [...sends.values()].filter(({ messageId }) => accepted.has(messageId)),
    )
    return [...accepted]
  })

/**
 * Takes back what waits of a campaign, in the caller's transaction: its messages are gone as if they had never been
 * written. What is on its way to WhatsApp stays. Answers the ids of the messages.
 */
export const withdrawBulk = async (
  tx: Ctx,
  campaign: { companyId: string; campaignId: string; channelIds: readonly string[] },
): Promise<string[]> => {
  const ids = await withdrawSends(tx, campaign)
  await deleteBulkMessages(tx, campaign.companyId, ids)
  return ids
}

/** Takes back messages of a bulk that failed without having been sent. */
export const withdrawFailed = (tx: Ctx, companyId: string, ids: readonly string[]): Promise<void> =>
  deleteBulkMessages(tx, companyId, ids)
