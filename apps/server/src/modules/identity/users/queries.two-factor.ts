import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { recoveryCodes, users } from '#server/db/schema/identity/users.ts'
import { newId } from '#server/lib/ids.ts'

export const findTwoFactor = async (ctx: Ctx, userId: string) => {
  const rows = await ctx.db
    .select({ secret: users.totpSecret, confirmedAt: users.totpConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
  return rows[0] ?? null
}

/** Keeps a secret that is not confirmed yet; one that is confirmed stays. Answers whether it was kept. */
export const keepSecret = async (ctx: Ctx, userId: string, sealed: string): Promise<boolean> => {
  const rows = await ctx.db
    .update(users)
    .set({ totpSecret: sealed, totpLastStep: null, updatedAt: ctx.now() })
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Confirms the secret that is kept. Answers whether it was not confirmed before. */
export const confirmSecret = async (ctx: Ctx, userId: string): Promise<boolean> => {
  const rows = await ctx.db
    .update(users)
    .set({ totpConfirmedAt: ctx.now(), updatedAt: ctx.now() })
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Uses up a time step and all before it. Answers whether it was still unused. */
export const spendStep = async (ctx: Ctx, userId: string, step: number): Promise<boolean> => {
  const rows = await ctx.db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
    .returning({ id: users.id })
  return rows.length > 0
}

export const clearTwoFactor = async (ctx: Ctx, userId: string): Promise<void> => {
  const values = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null, updatedAt: ctx.now() }
  await ctx.db.update(users).set(values).where(eq(users.id, userId))
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

export const replaceRecoveryCodes = async (ctx: Ctx, userId: string, hashes: string[]): Promise<void> => {
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ id: newId(), userId, codeHash })))
}

const unusedOf = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

export const countRecoveryCodes = (ctx: Ctx, userId: string): Promise<number> =>
  ctx.db.$count(recoveryCodes, unusedOf(userId))

/** Uses up a recovery code. Answers whether it was one that was still unused. */
export const spendRecoveryCode = async (ctx: Ctx, userId: string, codeHash: string): Promise<boolean> => {
  const rows = await ctx.db
    .update(recoveryCodes)
    .set({ usedAt: ctx.now() })
    .where(and(unusedOf(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id })
  return rows.length > 0
}
