import type { ChatSettings } from '@recado/contracts/inbox/chat-settings'
import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { chatSettings } from '#server/db/schema/inbox/chat-settings.ts'

export const findChatSettings = async (ctx: CompanyCtx) => {
  const rows = await ctx.db
    .select({ settings: chatSettings.settings, version: chatSettings.version })
    .from(chatSettings)
    .where(eq(chatSettings.companyId, ctx.company.id))
    .limit(1)
  return rows[0] ?? null
}

/** Replaces settings that are still as they were read; 0 stands for none yet. Answers whether they were. */
export const replaceChatSettings = async (
  ctx: CompanyCtx,
  settings: ChatSettings,
  version: number,
): Promise<boolean> => {
  const values = { settings, updatedAt: ctx.now() }
  const rows =
    version === 0
      ? await ctx.db
          .insert(chatSettings)
          .values({ ...values, companyId: ctx.company.id })
          .onConflictDoNothing()
          .returning({ version: chatSettings.version })
      : await ctx.db
          .update(chatSettings)
          .set({ ...values, version: sql`${chatSettings.version} + 1` })
          .where(and(eq(chatSettings.companyId, ctx.company.id), eq(chatSettings.version, version)))
          .returning({ version: chatSettings.version })
  return rows.length > 0
}
