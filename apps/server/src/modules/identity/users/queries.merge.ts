import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { userIdentities } from '#server/db/schema/identity/users.ts'

/** Lets the providers that one account is linked to sign in to another. */
export const moveIdentities = async (tx: Ctx, fromId: string, toId: string): Promise<void> => {
  await tx.db.update(userIdentities).set({ userId: toId }).where(eq(userIdentities.userId, fromId))
}
