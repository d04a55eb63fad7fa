import type {
  Erasure,
  eraseContact as eraseEndpoint,
  listErasures as listErasuresEndpoint,
} from '@recado/contracts/contacts/privacy'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import {
  displayNameOf,
  erasing,
  loadAnyContact,
  seesPersonalData,
  suppressions,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import { beginErasure } from '../begin-erasure.ts'
import { countErasable, type ErasureWithAuthor, findErasure, listErasures } from '../queries/erasures.ts'
import { lockRequest } from '../queries/requests.ts'

type Body = z.output<typeof eraseEndpoint.body>

const viewOf = ({ erasure, name, avatarFileId }: ErasureWithAuthor): Erasure => ({
  ...{ id: erasure.id, contactId: erasure.contactId, mode: erasure.mode, state: erasure.state, counts: erasure.counts },
  by: personOf(erasure.actorId, name, avatarFileId),
  createdAt: erasure.createdAt.toISOString(),
  finishedAt: erasure.finishedAt?.toISOString() ?? null,
  certified: erasure.certificateFileId !== null,
})

const loadErasure = async (ctx: CompanyCtx, id: string): Promise<ErasureWithAuthor> => {
  const found = await findErasure(ctx, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** An erasure as its company may see it. Throws `not_found`. */
export const readErasure = async (ctx: CompanyCtx, id: string): Promise<Erasure> => viewOf(await loadErasure(ctx, id))

/** A page of the erasures that members asked for. */
export const readErasures = async (ctx: CompanyCtx, query: z.output<typeof listErasuresEndpoint.query>) => {
  const { cursor, limit, contactId } = query
  const rows = await listErasures(ctx, { contactId, after: decodeCursor(instantPlace, cursor), limit: limit + 1 })
  return pageFrom(rows, limit, viewOf, ({ erasure: { createdAt: at, id } }) => encodeCursor({ at, id }))
}

/** Where the certificate of an erasure can be had for a while. Throws `not_found` before there is one. */
export const openCertificate = (ctx: CompanyCtx, id: string): Promise<{ url: string }> =>
  inTransaction(ctx, async (tx) => {
    const { contactId, certificateFileId } = (await loadErasure(tx, id)).erasure
    if (certificateFileId === null) throw new AppError('not_found')
    await recordAudit(tx, {
      action: 'contact.erasure_certificate',
      target: { type: 'contact', id: contactId },
      diff: { erasureId: id },
    })
    return { url: fileUrl(tx.deps, certificateFileId) }
  })

/** What erasing a contact would take, and what stands against it. Throws `not_found`. */
export const previewOf = async (ctx: CompanyCtx, contactId: string) => {
  const contact = await loadAnyContact(ctx, contactId)
  return {
    name: displayNameOf(contact, seesPersonalData(ctx)),
    legalHold: await erasing.findHold(ctx, contact.id),
    counts: await countErasable(ctx, contact.id),
  }
}

const plain = (text: string) => text.trim().toLowerCase()

const assertErasable = async (tx: CompanyCtx, id: string, confirm: string): Promise<string> => {
  const contact = await loadAnyContact(tx, id)
  if (contact.erasedAt !== null) throw new AppError('state_invalid')
  const reason = await erasing.findHold(tx, contact.id)
  if (reason !== null) throw new AppError('contact_on_legal_hold', { data: { reason } })
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
 * Erases a contact. Who they are goes at once: they leave every screen, what they write again is a
 * stranger's, and nothing can be sent to them. Everything else follows in a job. Throws `not_found`, `state_invalid` for
 * whoever is erased already, `contact_on_legal_hold`, and `validation_failed` unless the name was typed again.
 */
export const startErasure = async (ctx: CompanyCtx, contactId: string, body: Body): Promise<Erasure> => {
  const erasureId = await withPeopleLocked(ctx, async (tx) => {
    const id = await assertErasable(tx, contactId, body.confirm)
    if (body.requestId) await assertRequest(tx, body.requestId, id)
    return beginErasure(tx, {
      ...{ contactId: id, mode: body.mode, requestId: body.requestId },
      suppress: (subject) => suppressions.suppress(tx, tx.company.id, erasing.suppressionKeysOf(subject), 'erased'),
    })
  })
  return readErasure(ctx, erasureId)
}
