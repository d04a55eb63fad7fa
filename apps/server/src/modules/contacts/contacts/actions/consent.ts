import type { CompanyCtx, Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { insertConsents } from '../queries/batches.ts'
import {
  hasConsentSince,
  insertConsent,
  type NewConsent,
  touchNotOptedOut,
  updateMarketing,
} from '../queries/consents.ts'
import { announceContacts } from './transaction.ts'

/** What was said; to marketing on WhatsApp unless it says otherwise. */
type Given = Omit<NewConsent, 'id' | 'purpose' | 'medium'> & Partial<Pick<NewConsent, 'purpose' | 'medium'>>

/**
 * Notes what a person said to being written to, in the caller's transaction. The newest word holds, however late it
 * arrives; the same word noted twice is one. Answers whether it was new.
 */
export const recordConsent = async (tx: Ctx, given: Given): Promise<boolean> => {
  const { medium = 'whatsapp', purpose = 'marketing', ...said } = given
  const row = { ...said, medium, purpose, id: newId() }
  if (await hasConsentSince(tx, row)) return false
  await insertConsent(tx, row)
  await updateMarketing(tx, row)
  const { companyId, contactId, channelId = null, state, source } = row
  const data = { medium, purpose, state, source, channelId }
  await recordAudit(tx, {
    action: 'contact.consent',
    companyId,
    target: { type: 'contact', id: contactId },
    diff: data,
  })
  await recordContactEvents(tx, [{ companyId, contactId, kind: 'consent_recorded', data, at: row.at }])
  if (state !== 'granted' && medium === 'whatsapp' && purpose === 'marketing')
    await emit(tx, 'contact.opted_out', { companyId, contactId, source, at: row.at.getTime() })
  emitChange(tx, 'contact.updated', { companyId, ids: [contactId] })
  return true
}

/**
 * Notes for some contacts at once that they want no marketing on WhatsApp, by any number, in the caller's transaction.
 * Answers those for whom that is new.
 */
export const optOut = async (tx: CompanyCtx, ids: readonly string[], reason: string): Promise<string[]> => {
  const changed = await touchNotOptedOut(tx, ids)
  const notedBy = tx.actor.kind === 'user' ? tx.actor.userId : null
  const at = tx.now()
  const said = { state: 'denied' as const, at, expiresAt: null, textVersion: null, evidence: { notedBy, note: reason } }
  await insertConsents(
    tx,
    'manual',
    changed.map((contactId) => ({ ...said, contactId })),
  )
  const data = {
    medium: 'whatsapp',
    purpose: 'marketing',
    state: said.state,
    source: 'manual',
    channelId: null,
  } as const
  await recordContactEvents(
    tx,
    changed.map((contactId) => ({ companyId: tx.company.id, contactId, kind: 'consent_recorded', data, at })),
  )
  const word = { companyId: tx.company.id, source: data.source, at: at.getTime() }
  await emit(tx, 'contact.opted_out', ...changed.map((contactId) => ({ ...word, contactId })))
  announceContacts(tx, changed)
  return changed
}
