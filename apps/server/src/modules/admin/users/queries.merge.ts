import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { userMerges } from '#server/db/schema/admin/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'

export const insertMerge = async (tx: Ctx, row: typeof userMerges.$inferInsert): Promise<void> => {
  await tx.db.insert(userMerges).values(row)
}

/** Conversations of a person that are not resolved, in any company. */
export const countOpenConversations = (ctx: Ctx, userId: string): Promise<number> =>
  ctx.db.$count(conversations, and(eq(conversations.assigneeId, userId), ne(conversations.status, 'resolved')))
