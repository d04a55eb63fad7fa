import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { hasConsentSince, insertConsent, type NewConsent, updateMarketing } from '../queries/consents.ts'

/**
 * Notes that a person said yes or no to marketing, in the caller's transaction. The newest word holds, however late it
 * arrives; the same word noted twice is one. Answers whether it was new.
 */
export const recordConsent = async (tx: Ctx, consent: Omit<NewConsent, 'id' | 'purpose'>): Promise<boolean> => {
  const row = { ...consent, id: newId(), purpose: 'marketing' as const }
  if (await hasConsentSince(tx, row)) return false
  await insertConsent(tx, row)
  await updateMarketing(tx, row)
  const { companyId, contactId, channelId = null, state, source } = row
  await recordAudit(tx, {
    action: 'contact.consent',
    companyId,
    target: { type: 'contact', id: contactId },
    diff: { state, source, channelId },
  })
  emitChange(tx, 'contact.updated', { companyId, ids: [contactId] })
  return true
}
