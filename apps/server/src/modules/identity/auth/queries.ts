import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { authTokens } from '#server/db/schema/identity/auth.ts'

export type TokenKind = 'verify' | 'reset' | 'email_change'

const unused = (ctx: Ctx, kind: TokenKind) =>
  and(eq(authTokens.kind, kind), isNull(authTokens.usedAt), gt(authTokens.expiresAt, ctx.now()))

export const insertToken = async (ctx: Ctx, row: typeof authTokens.$inferInsert) => {
  await ctx.db.insert(authTokens).values(row)
}

/** Makes the waiting tokens of a kind useless; a newer one or a new password takes their place. */
export const spendTokensOfUser = async (ctx: Ctx, userId: string, kind: TokenKind) => {
  await ctx.db
    .update(authTokens)
    .set({ usedAt: ctx.now() })
    .where(and(eq(authTokens.userId, userId), unused(ctx, kind)))
}

/** Uses a token up. Answers whose it was and for which address, or null when it is unknown, used or too old. */
export const spendToken = async (ctx: Ctx, kind: TokenKind, tokenHash: string) => {
  const rows = await ctx.db
    .update(authTokens)
    .set({ usedAt: ctx.now() })
    .where(and(eq(authTokens.tokenHash, tokenHash), unused(ctx, kind)))
    .returning({ userId: authTokens.userId, email: authTokens.email })
  return rows[0] ?? null
}

/** Whose a token is, without using it up; null when it is unknown, used or too old. */
export const findToken = async (ctx: Ctx, kind: TokenKind, tokenHash: string) => {
  const rows = await ctx.db
    .select({ userId: authTokens.userId })
    .from(authTokens)
    .where(and(eq(authTokens.tokenHash, tokenHash), unused(ctx, kind)))
  return rows[0] ?? null
}

const KEPT_DAYS = 30

export const deleteOldTokens = async (ctx: Ctx): Promise<void> => {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000)
  await ctx.db.delete(authTokens).where(lt(authTokens.expiresAt, before))
}

/** The newest token of an address whose six digits can be typed; null when there is none. */
export const findCodeToken = async (ctx: Ctx, email: string): Promise<string | null> => {
  const rows = await ctx.db
    .select({ id: authTokens.id })
    .from(authTokens)
    .where(and(eq(authTokens.email, email), unused(ctx, 'verify')))
    .orderBy(desc(authTokens.createdAt))
    .limit(1)
  return rows[0]?.id ?? null
}

/** Counts a try of the six digits of a token; null when none is left. */
export const countCodeTry = async (ctx: Ctx, id: string, most: number) => {
  const rows = await ctx.db
    .update(authTokens)
    .set({ attempts: sql`${authTokens.attempts} + 1` })
    .where(and(eq(authTokens.id, id), lt(authTokens.attempts, most)))
    .returning({ codeHash: authTokens.codeHash, tokenHash: authTokens.tokenHash })
  return rows[0] ?? null
}
