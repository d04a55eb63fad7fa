import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'

/** Takes a person off every conversation that is not resolved; answers which. */
export const clearAssignee = async (ctx: Ctx, companyId: string, userId: string): Promise<string[]> => {
  const rows = await ctx.db
    .update(conversations)
    .set({ assigneeId: null, version: sql`${conversations.version} + 1`, updatedAt: ctx.now() })
    .where(
      and(
        eq(conversations.companyId, companyId),
        eq(conversations.assigneeId, userId),
        ne(conversations.status, 'resolved'),
      ),
    )
    .returning({ id: conversations.id })
  return rows.map((row) => row.id)
}

/** Gives every conversation of a person to another account of theirs; answers those that are not resolved. */
export const passAssignments = async (ctx: Ctx, companyId: string, fromId: string, toId: string): Promise<string[]> => {
  const rows = await ctx.db
    .update(conversations)
    .set({ assigneeId: toId, version: sql`${conversations.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(conversations.companyId, companyId), eq(conversations.assigneeId, fromId)))
    .returning({ id: conversations.id, status: conversations.status })
  return rows.filter(({ status }) => status !== 'resolved').map(({ id }) => id)
}
