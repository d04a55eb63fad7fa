import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/conversations.ts'
import { files } from '#server/db/schema/shared/files.ts'

export type NoteRow = typeof messages.$inferSelect
type NewNote = typeof messages.$inferInsert
export type NoteFile = Pick<typeof files.$inferSelect, 'id' | 'name' | 'mime' | 'sha256'>

/** A file that was uploaded to be sent or noted; null when there is none. */
export const findNoteFile = async (ctx: CompanyCtx, id: string): Promise<NoteFile | null> => {
  const rows = await ctx.db
    .select({ id: files.id, name: files.name, mime: files.mime, sha256: files.sha256 })
    .from(files)
    .where(
      and(
        eq(files.companyId, ctx.company.id),
        eq(files.id, id),
        eq(files.ownerKind, 'attachment'),
        isNotNull(files.ownerId),
        isNull(files.deletedAt),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

/** False when the client key is used already. */
export const insertNote = async (
  ctx: CompanyCtx,
  row: NewNote,
  media: typeof messageMedia.$inferInsert | null,
): Promise<boolean> => {
  const rows = await ctx.db.insert(messages).values(row).onConflictDoNothing().returning({ id: messages.id })
  if (rows.length === 0) return false
  if (media) await ctx.db.insert(messageMedia).values(media)
  return true
}

export const findNote = async (ctx: CompanyCtx, conversationId: string, id: string): Promise<NoteRow | null> => {
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.companyId, ctx.company.id),
        eq(messages.id, id),
        eq(messages.conversationId, conversationId),
        eq(messages.direction, 'note'),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

/** Leaves in a note's place the line that says who removed it; its text and file are gone. */
export const replaceNote = async (ctx: CompanyCtx, id: string, payload: Record<string, unknown>): Promise<void> => {
  const isThis = and(eq(messages.companyId, ctx.company.id), eq(messages.id, id))
  await ctx.db.update(messages).set({ direction: 'event', type: 'event', body: null, payload }).where(isThis)
  await ctx.db
    .delete(messageMedia)
    .where(and(eq(messageMedia.companyId, ctx.company.id), eq(messageMedia.messageId, id)))
}
