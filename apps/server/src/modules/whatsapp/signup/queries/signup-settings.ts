import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { signupSettings } from '#server/db/schema/whatsapp/signup.ts'

export type SettingsRow = typeof signupSettings.$inferSelect

const ONLY = 1

export const findSignupSettings = async (ctx: Pick<Ctx, 'db'>): Promise<SettingsRow | null> => {
  const rows = await ctx.db.select().from(signupSettings).where(eq(signupSettings.id, ONLY))
  return rows[0] ?? null
}

/** Makes the one row when it is not there; two at once make one. */
export const ensureSignupSettings = async (ctx: Ctx): Promise<void> => {
  await ctx.db.insert(signupSettings).values({ id: ONLY }).onConflictDoNothing()
}

/** Keeps a new verify token and the one before it. */
export const keepVerifyToken = async (
  ctx: Ctx,
  values: Pick<SettingsRow, 'verifyToken' | 'formerVerifyToken' | 'verifyTokenAt'>,
): Promise<void> => {
  await ctx.db.update(signupSettings).set(values).where(eq(signupSettings.id, ONLY))
}

/** Answers whether the version was the one that was read. */
export const updateSignupSettings = async (
  ctx: Ctx,
  version: number,
  values: Partial<SettingsRow>,
): Promise<boolean> => {
  const rows = await ctx.db
    .update(signupSettings)
    .set({ ...values, version: version + 1, updatedAt: ctx.now() })
    .where(and(eq(signupSettings.id, ONLY), eq(signupSettings.version, version)))
    .returning({ id: signupSettings.id })
  return rows.length > 0
}
