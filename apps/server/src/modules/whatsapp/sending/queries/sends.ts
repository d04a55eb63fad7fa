import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { files, outboundSends } from '#server/db/schema/index.ts'

export type StoredAttachment = typeof files.$inferSelect

export const insertSend = async (ctx: Ctx, row: typeof outboundSends.$inferInsert) => {
  await ctx.db.insert(outboundSends).values(row)
}

/** Forgets what waited for a message: nothing will be sent for it any more. */
export const removeSend = async (ctx: Ctx, companyId: string, messageId: string) => {
  await ctx.db
    .delete(outboundSends)
    .where(and(eq(outboundSends.companyId, companyId), eq(outboundSends.messageId, messageId)))
}

export const findAttachment = async (ctx: Ctx, companyId: string, id: string): Promise<StoredAttachment | null> => {
  const rows = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.id, id), isNull(files.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}
