import { recordActivity } from '#server/modules/contacts/contacts/index.ts'
import { answering, emitMessages } from '#server/modules/inbox/messages/index.ts'
import type { SettledHandler } from '#server/modules/whatsapp/sending/index.ts'
import { updateSettled } from '../queries/outbound-results.ts'
import { emptyBatch } from './record.ts'

/** Brings messages up to date with what became of their sends, and lets others see to those that failed. */
export const recordSettled: SettledHandler = async (tx, client, settled) => {
  const messages = await updateSettled(client, settled)
  emitMessages(tx, 'message.updated', messages)
  if (settled.outcome === 'accepted') {
    const outboundAt = tx.now()
    await recordActivity(
      client,
      messages.map(({ companyId, contactId }) => ({ companyId, contactId, inboundAt: null, outboundAt })),
    )
  }
  if (settled.outcome !== 'failed' || messages.length === 0) return
  const codes = new Map(settled.sends.map(({ messageId, code }) => [messageId, code]))
  const batch = {
    ...emptyBatch(),
    failed: messages.filter(({ origin }) => answering.includes(origin)),
    refused: messages.map((message) => ({ ...message, errorCode: codes.get(message.id) ?? null })),
    reached: messages.map(({ id, companyId, conversationId }) => ({
      ...{ id, companyId, conversationId, status: 'failed' as const, at: tx.now(), errorCode: codes.get(id) ?? null },
    })),
  }
  for (const handle of tx.deps.handlers.recorded) await handle(tx, batch)
}
