import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactNotes } from '#server/db/schema/contacts/notes.ts'
import { users } from '#server/db/schema/identity/users.ts'

export type NoteRow = typeof contactNotes.$inferSelect & { authorName: string | null; avatarFileId: string | null }
type Place = { contactId: string; noteId: string }

const isOf = (ctx: CompanyCtx, contactId: string) =>
  and(eq(contactNotes.companyId, ctx.company.id), eq(contactNotes.contactId, contactId))

const isThis = (ctx: CompanyCtx, { contactId, noteId }: Place) => and(isOf(ctx, contactId), eq(contactNotes.id, noteId))

const selectNotes = async (ctx: CompanyCtx, where: ReturnType<typeof and>): Promise<NoteRow[]> => {
  const rows = await ctx.db
    .select({ note: contactNotes, authorName: users.name, avatarFileId: users.avatarFileId })
    .from(contactNotes)
    .leftJoin(users, eq(users.id, contactNotes.authorId))
    .where(where)
    .orderBy(
      sql`${contactNotes.pinned} desc, ${contactNotes.dueAt} asc nulls last, ${contactNotes.createdAt} desc, ${contactNotes.id}`,
    )
    .limit(50)
  return rows.map(({ note, ...author }) => ({ ...note, ...author }))
}

/** What is pinned, and tasks that are open. */
export const findOpenNotes = (ctx: CompanyCtx, contactId: string): Promise<NoteRow[]> =>
  selectNotes(
    ctx,
    and(
      isOf(ctx, contactId),
      or(eq(contactNotes.pinned, true), and(eq(contactNotes.kind, 'task'), isNull(contactNotes.doneAt))),
    ),
  )

export const findNote = async (ctx: CompanyCtx, place: Place): Promise<NoteRow | null> =>
  (await selectNotes(ctx, isThis(ctx, place)))[0] ?? null

export const countNotes = (ctx: CompanyCtx, contactId: string): Promise<number> =>
  ctx.db.$count(contactNotes, isOf(ctx, contactId))

type NewNote = Omit<typeof contactNotes.$inferInsert, 'companyId'>

export const insertNote = async (ctx: CompanyCtx, note: NewNote): Promise<void> => {
  await ctx.db.insert(contactNotes).values({ ...note, companyId: ctx.company.id })
}

export const updateNoteRow = async (ctx: CompanyCtx, place: Place, change: Partial<NewNote>): Promise<void> => {
  await ctx.db
    .update(contactNotes)
    .set({ ...change, updatedAt: ctx.now() })
    .where(isThis(ctx, place))
}

export const deleteNoteRow = async (ctx: CompanyCtx, place: Place): Promise<void> => {
  await ctx.db.delete(contactNotes).where(isThis(ctx, place))
}
