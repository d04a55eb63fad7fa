import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { quotaUses } from '#server/db/schema/shared/quotas.ts'

const dayOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 10)

export const findUse = async (ctx: Ctx, subject: string): Promise<number> => {
  const rows = await ctx.db
    .select({ used: quotaUses.used })
    .from(quotaUses)
    .where(and(eq(quotaUses.subject, subject), eq(quotaUses.day, dayOf(ctx))))
  return rows[0]?.used ?? 0
}

/** Those of some subjects that were used today. */
export const findUsed = async (ctx: Ctx, subjects: readonly string[]): Promise<Set<string>> => {
  const rows = await ctx.db
    .select({ subject: quotaUses.subject })
    .from(quotaUses)
    .where(and(inArray(quotaUses.subject, [...subjects]), eq(quotaUses.day, dayOf(ctx))))
  return new Set(rows.map(({ subject }) => subject))
}

export const addUse = async (ctx: Ctx, subject: string, amount: number): Promise<void> => {
  await ctx.db
    .insert(quotaUses)
    .values({ subject, day: dayOf(ctx), used: amount })
    .onConflictDoUpdate({
      target: [quotaUses.subject, quotaUses.day],
      set: { used: sql`${quotaUses.used} + excluded.used` },
    })
}

export const deleteFormerUses = async (ctx: Ctx): Promise<void> => {
  await ctx.db.delete(quotaUses).where(lt(quotaUses.day, dayOf(ctx)))
}

/** Bytes of a company's files without what customers sent and what tasks made, as `files_stored` has them. */
export const sumStored = async (ctx: Ctx, companyId: string): Promise<number> => {
  const rows = await ctx.db
    .select({ bytes: sql<string>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(
      and(
        eq(files.companyId, companyId),
        sql`${files.deletedAt} is null and ${files.ownerKind} not in ('message', 'task')`,
      ),
    )
  return Number(rows[0]?.bytes ?? 0)
}
