import type { ContactSettings } from '@recado/contracts/contacts/contact-settings'
import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactSettings } from '#server/db/schema/contacts/contact-settings.ts'

export const findContactSettings = async (ctx: CompanyCtx) => {
  const rows = await ctx.db
    .select({ settings: contactSettings.settings, version: contactSettings.version })
    .from(contactSettings)
    .where(eq(contactSettings.companyId, ctx.company.id))
    .limit(1)
  return rows[0] ?? null
}

/** Replaces settings that are still as they were read; 0 stands for none yet. Answers whether they were. */
export const replaceContactSettings = async (
  ctx: CompanyCtx,
  settings: ContactSettings,
  version: number,
): Promise<boolean> => {
  const values = { settings, updatedAt: ctx.now() }
  const rows =
    version === 0
      ? await ctx.db
          .insert(contactSettings)
          .values({ ...values, companyId: ctx.company.id })
          .onConflictDoNothing()
          .returning({ version: contactSettings.version })
      : await ctx.db
          .update(contactSettings)
          .set({ ...values, version: sql`${contactSettings.version} + 1` })
          .where(and(eq(contactSettings.companyId, ctx.company.id), eq(contactSettings.version, version)))
          .returning({ version: contactSettings.version })
  return rows.length > 0
}
