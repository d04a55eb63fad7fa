import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { files } from '#server/db/schema/shared/files.ts'

export type SampleFile = typeof files.$inferSelect

/** Samples of the company; ids of anything else are left out. */
export const listSamples = async (ctx: Ctx, companyId: string, ids: readonly string[]): Promise<SampleFile[]> => {
  if (ids.length === 0) return []
  return ctx.db
    .select()
    .from(files)
    .where(
      and(
        eq(files.companyId, companyId),
        inArray(files.id, [...ids]),
        eq(files.ownerKind, 'template_sample'),
        isNull(files.deletedAt),
      ),
    )
}
