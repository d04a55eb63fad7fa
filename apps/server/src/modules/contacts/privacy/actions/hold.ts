import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { announceContacts, erasing, loadAnyContact } from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'

/** Keeps a contact from being erased, with the reason, or (null) no longer. Throws `not_found`. */
export const setHold = (ctx: CompanyCtx, contactId: string, reason: string | null) =>
  inTransaction(ctx, async (tx) => {
    const { id } = await loadAnyContact(tx, contactId)
    if ((await erasing.findHold(tx, id)) === reason) return { reason }
    await erasing.writeHold(tx, id, reason)
    const event =
      reason === null ? { kind: 'hold_lifted' as const, data: {} } : { kind: 'hold_set' as const, data: { reason } }
    await recordContactEvents(tx, [{ companyId: tx.company.id, contactId: id, ...event }])
    await recordAudit(tx, {
      action: 'contact.legal_hold',
      target: { type: 'contact', id },
      diff: { held: reason !== null },
    })
    announceContacts(tx, [id])
    return { reason }
  })
