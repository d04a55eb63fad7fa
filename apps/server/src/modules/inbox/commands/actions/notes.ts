import type { Message } from '@recado/contracts/inbox/messages'
import type { writeNote as writeNoteEndpoint } from '@recado/contracts/inbox/notes'
import { mediaKindOf } from '@recado/contracts/whatsapp/media-rules'
import type { z } from 'zod'
import { assertAbility, type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { type ConversationRow, updateConversation } from '#server/modules/inbox/conversations/index.ts'
import { findMessageByClientKey, insertMessage, loadMessage } from '#server/modules/inbox/messages/index.ts'
import { findViewers } from '#server/modules/inbox/visibility/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { findNote, findNoteFile, findPeopleByIds, replaceNote } from '../queries/notes.ts'
import { saveMentions } from '../queries/participants.ts'
import { actorOf, type Command, refuse, runCommand } from './command.ts'

type Note = Omit<z.output<typeof writeNoteEndpoint.body>, 'fileId'> & { fileId?: string | undefined }

/** The mentioned members. Throws `validation_failed` for members who may not see the conversation. */
const namedIn = async (tx: CompanyCtx, row: ConversationRow, mentions: readonly string[]) => {
  const ids = [...new Set(mentions)]
  const viewers = await findViewers(tx, row, ids)
  if (ids.some((id) => !viewers.has(id)))
    refuse('mentions', 'cannot_see', 'Somebody named cannot see this conversation')
  return findPeopleByIds(tx, ids)
}

const fileOf = async (tx: CompanyCtx, fileId: string | undefined) => {
  if (!fileId) return null
  const file = await findNoteFile(tx, fileId)
  return file ?? refuse('fileId', 'not_found', 'No such file')
}

const mediaOf = (companyId: string, messageId: string, file: NonNullable<Awaited<ReturnType<typeof fileOf>>>) => {
  const { id: fileId, name: filename, mime, sha256 } = file
  return { companyId, messageId, kind: mediaKindOf(mime), mime, filename, sha256, fileId, state: 'stored' as const }
}

/**
 * A note for the team: never sent, and nothing that the customer's side depends on moves by it (window, waiting, unread,
 * order and preview of lists). A client key that was used already changes nothing; `onWritten` hears the note's id.
 */
export const addNote =
  (note: Note, onWritten: (id: string) => void = () => undefined): Command =>
  async (tx, row) => {
    const { companyId, channelId, contactId } = row
    const known = await findMessageByClientKey(tx, companyId, note.clientKey)
    if (known) {
      if (known.conversationId !== row.id) throw new AppError('idempotency_mismatch')
      onWritten(known.id)
      return null
    }
    const mentions = await namedIn(tx, row, note.mentions)
    const file = await fileOf(tx, note.fileId)
    const id = newId()
    const written = await insertMessage(
      tx,
      {
        ...{ companyId, id, conversationId: row.id, channelId, contactId, direction: 'note', type: 'note' },
        body: note.body,
        payload: { mentions },
        origin: actorOf(tx) ? 'agent' : 'system',
        authorId: actorOf(tx)?.id ?? null,
        clientKey: note.clientKey,
        status: 'received',
        occurredAt: tx.now(),
      },
      file && mediaOf(companyId, id, file),
    )
    if (!written) throw new AppError('idempotency_mismatch')
    await updateConversation(tx, row.id, {})
    const named = mentions.map((person) => person.id)
    await saveMentions(tx, row.id, named)
    if (named.length > 0 && actorOf(tx))
      await emit(tx, 'member.mentioned', { companyId, conversationId: row.id, noteId: id, userIds: named })
    onWritten(id)
    return { lines: [id] }
  }

/** Writes a note and answers it. Throws `not_found`, `idempotency_mismatch`, `validation_failed`. */
export const writeNote = (ctx: CompanyCtx, conversationId: string, note: Note): Promise<Message> =>
  inTransaction(ctx, async (tx) => {
    let noteId = ''
    await runCommand(
      tx,
      conversationId,
      addNote(note, (id) => {
        noteId = id
      }),
    )
    return loadMessage(tx, conversationId, noteId)
  })

/** Removes a note; a line that says so stays in its place. Those of others need `conversations.assign`. */
export const removeNote =
  (id: string): Command =>
  async (tx, row) => {
    const note = await findNote(tx, row.id, id)
    if (!note) throw new AppError('not_found')
    const by = actorOf(tx)
    if (note.authorId === null || note.authorId !== by?.id) assertAbility(tx, 'conversations.assign')
    await emit(tx, 'note.removed', { companyId: row.companyId, conversationId: row.id, noteId: id })
    await replaceNote(tx, id, { kind: 'note_deleted', by, to: null })
    await updateConversation(tx, row.id, {})
    await recordAudit(tx, {
      action: 'note.delete',
      target: { type: 'conversation', id: row.id },
      diff: { before: { noteId: id, authorId: note.authorId } },
    })
    return { lines: [], changed: [id] }
  }
