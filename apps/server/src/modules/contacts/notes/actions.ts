import type { EndpointInput } from '@recado/contracts'
import {
  type ContactNote,
  contactNoteLimit,
  type createContactNote,
  type updateContactNote,
} from '@recado/contracts/contacts/contact-notes'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  announceContacts,
  assertNotErased,
  loadAnyContact,
  withPeopleLocked,
} from '#server/modules/contacts/contacts/index.ts'
import { countNotes, deleteNoteRow, findNote, findOpenNotes, insertNote, updateNoteRow } from './queries.ts'
import { mayEditNote, noteOf } from './view.ts'

type NewNote = EndpointInput<typeof createContactNote>['body']
type Change = EndpointInput<typeof updateContactNote>['body']
type Params = { id: string; noteId: string }

/** Pinned notes of a contact and its open tasks. Throws `not_found`. */
export const readNotes = async (ctx: CompanyCtx, id: string): Promise<ContactNote[]> => {
  const contact = await loadAnyContact(ctx, id)
  return (await findOpenNotes(ctx, contact.id)).map((row) => noteOf(ctx, row))
}

const load = async (tx: CompanyCtx, { id, noteId }: Params) => {
  const contact = await loadAnyContact(tx, id)
  const row = await findNote(tx, { contactId: contact.id, noteId })
  if (!row) throw new AppError('not_found')
  return row
}

/** Writes something down about a contact. Throws `not_found`, `limit_reached`. */
export const createNote = (ctx: CompanyCtx, contactId: string, { dueAt, ...note }: NewNote): Promise<ContactNote> =>
  withPeopleLocked(ctx, async (tx) => {
    const contact = await loadAnyContact(tx, contactId)
    assertNotErased(contact)
    if ((await countNotes(tx, contact.id)) >= contactNoteLimit)
      throw new AppError('limit_reached', { data: { limit: contactNoteLimit } })
    const id = newId()
    const authorId = tx.actor.kind === 'user' ? tx.actor.userId : null
    const due = note.kind === 'task' && dueAt ? new Date(dueAt) : null
    await insertNote(tx, { ...note, id, contactId: contact.id, authorId, dueAt: due, createdAt: tx.now() })
    announceContacts(tx, [contact.id])
    return noteOf(tx, await load(tx, { id: contact.id, noteId: id }))
  })

/** Changes a note. Throws `not_found`, and `forbidden` for a note that someone else wrote. */
export const updateNote = (ctx: CompanyCtx, params: Params, change: Change): Promise<ContactNote> =>
  inTransaction(ctx, async (tx) => {
    const row = await load(tx, params)
    const { body, pinned, dueAt, done } = change
    if (body !== undefined && !mayEditNote(tx, row)) throw new AppError('forbidden')
    if (body !== undefined) assertNotErased(await loadAnyContact(tx, params.id))
    const doneAt = done === undefined ? undefined : done ? (row.doneAt ?? tx.now()) : null
    const due = dueAt === undefined ? undefined : dueAt === null ? null : new Date(dueAt)
    const place = { contactId: row.contactId, noteId: row.id }
    await updateNoteRow(
      tx,
      place,
      given({ body, pinned, dueAt: due, doneAt, remindedAt: due === undefined ? undefined : null }),
    )
    announceContacts(tx, [row.contactId])
    return noteOf(tx, await load(tx, params))
  })

/** Deletes a note. Throws `not_found`, and `forbidden` for a note that someone else wrote. */
export const deleteNote = (ctx: CompanyCtx, params: Params): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await load(tx, params)
    if (!mayEditNote(tx, row)) throw new AppError('forbidden')
    await deleteNoteRow(tx, { contactId: row.contactId, noteId: row.id })
    announceContacts(tx, [row.contactId])
  })
