import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { templateStats } from '#server/db/schema/whatsapp/templates.ts'

export type DayRow = typeof templateStats.$inferInsert

export const listDays = (ctx: Ctx, companyId: string, templateId: string, since: string) =>
  ctx.db
    .select()
    .from(templateStats)
    .where(
      and(
        eq(templateStats.companyId, companyId),
        eq(templateStats.templateId, templateId),
        gte(templateStats.day, since),
      ),
    )
    .orderBy(asc(templateStats.day))

/** Writes what Meta counts now over what it counted before. */
export const upsertDays = async (ctx: Ctx, rows: DayRow[]) => {
  if (rows.length === 0) return
  await ctx.db
    .insert(templateStats)
    .values(rows)
    .onConflictDoUpdate({
      target: [templateStats.templateId, templateStats.day],
      set: {
        sent: sql`excluded.sent`,
        delivered: sql`excluded.delivered`,
        read: sql`excluded.read`,
        clicked: sql`excluded.clicked`,
      },
    })
}
