import type { Erasure, eraseContact as eraseEndpoint } from '@recado/contracts/contacts/privacy'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { newId } from '#server/lib/ids.ts'
import {
  announceContacts,
  displayNameOf,
  erasing,
  loadContact,
  seesPersonalData,
  suppressions,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import { eraseJob } from '../jobs.ts'
import { countErasable, findErasure, insertErasure } from '../queries/erasures.ts'
import { lockRequest } from '../queries/requests.ts'

type Body = z.output<typeof eraseEndpoint.body>

/** An erasure as its company may see it. Throws `not_found`. */
export const readErasure = async (ctx: CompanyCtx, id: string): Promise<Erasure> => {
  const found = await findErasure(ctx, id)
  if (!found) throw new AppError('not_found')
  const { erasure, name, avatarFileId } = found
  return {
    ...{ id, contactId: erasure.contactId, mode: erasure.mode, state: erasure.state, counts: erasure.counts },
    by: personOf(erasure.actorId, name, avatarFileId),
    createdAt: erasure.createdAt.toISOString(),
    finishedAt: erasure.finishedAt?.toISOString() ?? null,
    certificateUrl: erasure.certificateFileId && fileUrl(ctx.deps, erasure.certificateFileId),
  }
}

/** What erasing a contact would take, and what stands against it. Throws `not_found`. */
export const previewOf = async (ctx: CompanyCtx, contactId: string) => {
  const contact = await loadContact(ctx, contactId)
  return {
    name: displayNameOf(contact, seesPersonalData(ctx)),
    legalHold: contact.legalHold,
    counts: await countErasable(ctx, contact.id),
  }
}

const plain = (text: string) => text.trim().toLowerCase()

const assertErasable = async (tx: CompanyCtx, id: string, confirm: string): Promise<string> => {
  const contact = await loadContact(tx, id)
  if (contact.erasedAt !== null) throw new AppError('state_invalid')
  if (contact.legalHold !== null) throw new AppError('contact_on_legal_hold', { data: { reason: contact.legalHold } })
  if (plain(confirm) !== plain(displayNameOf(contact, seesPersonalData(tx))))
    throw new AppError('validation_failed', {
      errors: [{ path: 'confirm', code: 'invalid', message: 'Not the name of the contact' }],
    })
  return contact.id
}

/** The request must be open and of the same contact. Throws `not_found` and `state_invalid`. */
const assertRequest = async (tx: CompanyCtx, requestId: string, contactId: string): Promise<void> => {
  const request = await lockRequest(tx, requestId)
  if (!request || (request.contactId !== null && request.contactId !== contactId)) throw new AppError('not_found')
  if (request.closedAt !== null) throw new AppError('state_invalid')
}

/**
 * Erases a contact. Who they are goes at once: they are on nobody's screen any more, what they write again is a
 * stranger's, and nothing can be sent to them. Everything else follows in a job. Throws `not_found`, `state_invalid` for
 * whoever is erased already, `contact_on_legal_hold`, and `validation_failed` unless the name was typed again.
 */
export const startErasure = async (ctx: CompanyCtx, contactId: string, body: Body): Promise<Erasure> => {
  const erasureId = newId()
  await withPeopleLocked(ctx, async (tx) => {
    const id = await assertErasable(tx, contactId, body.confirm)
    if (body.requestId) await assertRequest(tx, body.requestId, id)
    const subject = await erasing.findSubject(tx, id, body.mode)
    const companyId = tx.company.id
    await suppressions.suppress(tx, companyId, erasing.suppressionKeysOf(subject), 'erased')
    await erasing.blankContacts(tx, subject)
    await insertErasure(tx, {
      ...{ id: erasureId, companyId, contactId: id, mode: body.mode, requestId: body.requestId ?? null },
      actorId: tx.actor.kind === 'user' ? tx.actor.userId : null,
      subject: tx.deps.sealer.seal(JSON.stringify(subject)),
      createdAt: tx.now(),
    })
    if (body.mode === 'anonymise')
      await recordContactEvents(tx, [{ companyId, contactId: id, kind: 'erased', data: { mode: body.mode } }])
    await recordAudit(tx, { action: 'contact.erased', target: { type: 'contact', id }, diff: { mode: body.mode } })
    await emit(tx, 'contact.erased', { companyId, contactId: id, mode: body.mode })
    await tx.deps.jobs.enqueue(tx.db, eraseJob, { erasureId }, { companyId, uniqueKey: `erase:${erasureId}` })
    tx.afterCommit(() => tx.deps.jobs.wake(eraseJob.queue))
    announceContacts(tx, [...subject.contactIds])
  })
  return readErasure(ctx, erasureId)
}
