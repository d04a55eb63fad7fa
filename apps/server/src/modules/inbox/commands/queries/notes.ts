import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { files } from '#server/db/schema/shared/files.ts'

export type NoteRow = typeof messages.$inferSelect
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

/** Who these people are, by name. */
export const findPeopleByIds = async (
  ctx: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> => {
  if (ids.length === 0) return []
  const result = await ctx.db.execute<{ id: string; name: string }>(
    sql`select u.id, u.name from users u where u.id = any(${sql.param([...ids])}::uuid[]) order by u.name, u.id`,
  )
  return result.rows
}
