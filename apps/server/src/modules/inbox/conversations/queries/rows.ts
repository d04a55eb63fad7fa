import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { conversations, messages } from '#server/db/schema/inbox/conversations.ts'

/** Notes which SLA policy holds for a conversation, and when the next target of it is due. */
export const saveSla = async (
  tx: CompanyCtx,
  id: string,
  { slaDueAt, slaPolicyId }: { slaDueAt: Date | null; slaPolicyId: string | null },
): Promise<void> => {
  await tx.db
    .update(conversations)
    .set({ slaDueAt, slaPolicyId, version: sql`${conversations.version} + 1`, updatedAt: tx.now() })
    .where(and(eq(conversations.companyId, tx.company.id), eq(conversations.id, id)))
}

/** A conversation of the company, whoever may see it; null when it is gone. */
export const findConversation = async (ctx: CompanyCtx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id)))
  return row ?? null
}

/** A message of the company, whoever may see it; null when it is gone. */
export const findMessage = async (ctx: CompanyCtx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, ctx.company.id), eq(messages.id, id)))
  return row ?? null
}
