import { eq } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { users } from '#server/db/schema/index.ts'

/** The language of whoever will read the file; null when they are gone. */
export const findReader = async (ctx: Pick<Ctx, 'db'>, userId: string): Promise<string | null> => {
  const rows = await ctx.db.select({ locale: users.locale }).from(users).where(eq(users.id, userId)).limit(1)
  return rows[0]?.locale ?? null
}
