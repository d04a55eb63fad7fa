import type { MacroStep } from '@recado/contracts/inbox/macros'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { macros } from '#server/db/schema/inbox/macros.ts'

export type MacroRow = typeof macros.$inferSelect
type Change = {
  name?: string | undefined
  steps?: MacroStep[] | undefined
  scope?: MacroRow['scope'] | undefined
  ownerId?: string | null | undefined
}

const isThis = (ctx: CompanyCtx, id: string) => and(eq(macros.companyId, ctx.company.id), eq(macros.id, id))
const visibleTo = (userId: string | null) =>
  or(eq(macros.scope, 'company'), userId === null ? sql`false` : eq(macros.ownerId, userId))

export const listMacros = (ctx: CompanyCtx, userId: string | null): Promise<MacroRow[]> =>
  ctx.db
    .select()
    .from(macros)
    .where(and(eq(macros.companyId, ctx.company.id), visibleTo(userId)))
    .orderBy(asc(sql`lower(${macros.name})`), macros.id)

/** Everybody's, also the personal ones. */
export const listEveryMacro = (ctx: CompanyCtx): Promise<MacroRow[]> =>
  ctx.db.select().from(macros).where(eq(macros.companyId, ctx.company.id))

export const findMacro = async (ctx: CompanyCtx, userId: string | null, id: string): Promise<MacroRow | null> => {
  const rows = await ctx.db
    .select()
    .from(macros)
    .where(and(isThis(ctx, id), visibleTo(userId)))
    .limit(1)
  return rows[0] ?? null
}

export const insertMacro = async (
  ctx: CompanyCtx,
  row: Omit<MacroRow, 'companyId' | 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await ctx.db.insert(macros).values({ ...row, companyId: ctx.company.id })
}

export const updateMacro = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(macros)
    .set({ ...change, version: sql`${macros.version} + 1`, updatedAt: ctx.now() })
    .where(isThis(ctx, id))
}

export const deleteMacro = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(macros).where(isThis(ctx, id))
}
