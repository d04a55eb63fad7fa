import type { ContactNote } from '@recado/contracts/contacts/contact-notes'
import type { CompanyCtx } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import type { NoteRow } from './queries.ts'

/** Whether the actor changes the words of a note or deletes it. */
export const mayEditNote = (ctx: CompanyCtx, { authorId }: Pick<NoteRow, 'authorId'>): boolean =>
  ctx.actor.kind !== 'user' || ctx.actor.userId === authorId || ctx.company.member.role === 'admin'

/** A note as its reader sees it. */
export const noteOf = (ctx: CompanyCtx, row: Omit<NoteRow, 'companyId' | 'contactId' | 'remindedAt'>): ContactNote => ({
  id: row.id,
  kind: row.kind,
  body: row.body,
  author: personOf(row.authorId, row.authorName, row.avatarFileId),
  pinned: row.pinned,
  dueAt: row.dueAt?.toISOString() ?? null,
  doneAt: row.doneAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  mayEdit: mayEditNote(ctx, row),
})
