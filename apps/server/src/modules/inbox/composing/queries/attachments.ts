import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { files } from '#server/db/schema/shared/files.ts'

export type StoredAttachment = typeof files.$inferSelect

export const findAttachment = async (ctx: Ctx, companyId: string, id: string): Promise<StoredAttachment | null> => {
  const rows = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.companyId, companyId), eq(files.id, id), isNull(files.deletedAt)))
    .limit(1)
  return rows[0] ?? null
}
