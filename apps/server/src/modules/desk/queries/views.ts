import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { savedViews } from '#server/db/schema/index.ts'

export type ViewRow = typeof savedViews.$inferSelect
type Change = {
  name?: string | undefined
  search?: Record<string, unknown> | undefined
  shared?: boolean | undefined
}

const isThis = (ctx: CompanyCtx, id: string) => and(eq(savedViews.companyId, ctx.company.id), eq(savedViews.id, id))
const visibleTo = (userId: string) => or(savedViews.shared, eq(savedViews.ownerId, userId))

export const listViews = (ctx: CompanyCtx, userId: string, page: string): Promise<ViewRow[]> =>
  ctx.db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.companyId, ctx.company.id), eq(savedViews.page, page), visibleTo(userId)))
    .orderBy(asc(sql`lower(${savedViews.name})`), savedViews.id)

export const findView = async (ctx: CompanyCtx, userId: string, id: string): Promise<ViewRow | null> => {
  const rows = await ctx.db
    .select()
    .from(savedViews)
    .where(and(isThis(ctx, id), visibleTo(userId)))
    .limit(1)
  return rows[0] ?? null
}

export const insertView = async (
  ctx: CompanyCtx,
  row: Omit<ViewRow, 'companyId' | 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await ctx.db.insert(savedViews).values({ ...row, companyId: ctx.company.id })
}

export const updateView = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(savedViews)
    .set({ ...change, updatedAt: ctx.now() })
    .where(isThis(ctx, id))
}

export const deleteView = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(savedViews).where(isThis(ctx, id))
}
