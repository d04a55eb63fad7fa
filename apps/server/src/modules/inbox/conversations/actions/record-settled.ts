import type { SettledHandler } from '#server/modules/whatsapp/sending/index.ts'
import { enqueueFollowUps } from '../follow-ups.ts'
import { publishChanges } from '../hints.ts'
import { answering } from '../queries/failures.ts'
import { type FollowUp, STOPPED_MARKETING } from '../queries/follow-ups.ts'
import { updateSettled } from '../queries/outbound-results.ts'

/** Brings messages up to date with what became of their sends, and lets others see to answers that failed and people who want no marketing. */
export const recordSettled: SettledHandler = async (tx, client, settled) => {
  const messages = await updateSettled(client, settled)
  tx.afterCommit(() => publishChanges(tx.deps, 'message.updated', messages))
  if (settled.outcome !== 'failed') return
  const codes = new Map(settled.sends.map(({ messageId, code }) => [messageId, code]))
  const followUps = messages.flatMap(({ companyId, conversationId, id: messageId, origin }): FollowUp[] => {
    const place = { companyId, conversationId, messageId }
    return [
      ...(codes.get(messageId) === STOPPED_MARKETING ? [{ ...place, cause: 'refused' as const }] : []),
      ...(answering.includes(origin) ? [{ ...place, cause: 'failed' as const }] : []),
    ]
  })
  await enqueueFollowUps(tx, followUps)
}
