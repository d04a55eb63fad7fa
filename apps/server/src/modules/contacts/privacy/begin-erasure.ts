import type { ErasureMode } from '@recado/contracts/contacts/privacy'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import type { ErasureSubject } from '#server/lib/erasure.ts'
import { newId } from '#server/lib/ids.ts'
import { announceContacts, erasing } from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { eraseJob } from './jobs.ts'
import { insertErasure } from './queries/erasures.ts'

type Start = {
  contactId: string
  mode: ErasureMode
  requestId?: string | undefined
  /** Keeps out whom it should, before it is forgotten who they are. */
  suppress: (subject: ErasureSubject) => Promise<void>
}

/**
 * Takes away who a contact is, and leaves the rest to a job; in the caller's transaction, which holds the company's people.
 * Answers the erasure's id.
 */
export const beginErasure = async (tx: CompanyCtx, start: Start): Promise<string> => {
  const { contactId, mode, requestId = null, suppress } = start
  const erasureId = newId()
  const companyId = tx.company.id
  const subject = await erasing.findSubject(tx, contactId, mode)
  await suppress(subject)
  await erasing.blankContacts(tx, subject)
  await insertErasure(tx, {
    ...{ id: erasureId, companyId, contactId, mode, requestId },
    actorId: tx.actor.kind === 'user' ? tx.actor.userId : null,
    subject: tx.deps.sealer.seal(JSON.stringify(subject)),
    createdAt: tx.now(),
  })
  if (mode === 'anonymise') await recordContactEvents(tx, [{ companyId, contactId, kind: 'erased', data: { mode } }])
  await recordAudit(tx, { action: 'contact.erased', target: { type: 'contact', id: contactId }, diff: { mode } })
  await emit(tx, 'contact.erased', { companyId, contactId, mode })
  await tx.deps.jobs.enqueue(tx.db, eraseJob, { erasureId }, { companyId, uniqueKey: `erase:${erasureId}` })
  tx.afterCommit(() => tx.deps.jobs.wake(eraseJob.queue))
  announceContacts(tx, [...subject.contactIds])
  return erasureId
}
