import type { DeskSettings } from '@recado/contracts/automation/desk-settings'
import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { deskSettings } from '#server/db/schema/index.ts'

export const findDeskSettings = async (ctx: Pick<Ctx, 'db'>, companyId: string) => {
  const rows = await ctx.db
    .select({ settings: deskSettings.settings, version: deskSettings.version })
    .from(deskSettings)
    .where(eq(deskSettings.companyId, companyId))
    .limit(1)
  return rows[0] ?? null
}

/** Replaces settings that are still as they were read; 0 stands for none yet. Answers whether they were. */
export const replaceDeskSettings = async (
  ctx: CompanyCtx,
  settings: DeskSettings,
  version: number,
): Promise<boolean> => {
  const values = { settings, updatedAt: ctx.now() }
  const rows =
    version === 0
      ? await ctx.db
          .insert(deskSettings)
          .values({ ...values, companyId: ctx.company.id })
          .onConflictDoNothing()
          .returning({ version: deskSettings.version })
      : await ctx.db
          .update(deskSettings)
          .set({ ...values, version: sql`${deskSettings.version} + 1` })
          .where(and(eq(deskSettings.companyId, ctx.company.id), eq(deskSettings.version, version)))
          .returning({ version: deskSettings.version })
  return rows.length > 0
}
