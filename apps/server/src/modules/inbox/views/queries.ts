import type { ListName } from '@recado/contracts/shared/list-names'
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { savedViews } from '#server/db/schema/inbox/views.ts'

export type ViewRow = typeof savedViews.$inferSelect
type Change = {
  name?: string | undefined
  search?: Record<string, unknown> | undefined
  shared?: boolean | undefined
}

/** Views of a page of a company, or with null of a page that belongs to none. */
type Place = { companyId: string | null; page: string }

const ofCompany = (companyId: string | null) =>
  companyId === null ? isNull(savedViews.companyId) : eq(savedViews.companyId, companyId)
const isOwn = (ctx: UserCtx) => eq(savedViews.ownerId, ctx.actor.userId)
const isDefaultFor = (ctx: UserCtx): SQL => sql`${ctx.actor.userId}::uuid = any(${savedViews.defaultOf})`

/** The views that a user sees: their own, and those shared in their current company. */
const isSeen = (ctx: UserCtx) => {
  const own = and(isNull(savedViews.companyId), isOwn(ctx))
  return ctx.company ? or(own, and(ofCompany(ctx.company.id), or(savedViews.shared, isOwn(ctx)))) : own
}

/** Serializes changes of a user's views, or of a company's. */
export const lockViews = async (ctx: UserCtx): Promise<void> => {
  await (ctx.company
    ? ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, ctx.company.id)).for('no key update')
    : ctx.db.select({ id: users.id }).from(users).where(eq(users.id, ctx.actor.userId)).for('no key update'))
}

export const listViews = (ctx: UserCtx, { companyId, page }: Place): Promise<ViewRow[]> =>
  ctx.db
    .select()
    .from(savedViews)
    .where(and(ofCompany(companyId), eq(savedViews.page, page), isSeen(ctx)))
    .orderBy(asc(sql`lower(${savedViews.name})`), savedViews.id)

/** The views of a company's page, whoever owns them. */
export const listViewsOf = (ctx: CompanyCtx, page: ListName): Promise<ViewRow[]> =>
  ctx.db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.companyId, ctx.company.id), eq(savedViews.page, page)))
    .orderBy(asc(sql`lower(${savedViews.name})`), savedViews.id)

export const findView = async (ctx: UserCtx, id: string): Promise<ViewRow | null> => {
  const rows = await ctx.db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), isSeen(ctx)))
    .limit(1)
  return rows[0] ?? null
}

export const insertView = async (
  ctx: UserCtx,
  row: Omit<ViewRow, 'defaultOf' | 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await ctx.db.insert(savedViews).values(row)
}

export const updateView = async (ctx: UserCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(savedViews)
    .set({ ...change, version: sql`${savedViews.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(savedViews.id, id), isSeen(ctx)))
}

/** Changes what a company's view filters by, whoever owns it. */
export const updateSearch = async (ctx: CompanyCtx, id: string, search: ViewRow['search']): Promise<void> => {
  await ctx.db
    .update(savedViews)
    .set({ search, version: sql`${savedViews.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(savedViews.companyId, ctx.company.id), eq(savedViews.id, id)))
}

/** The page opens with this view for the person, or no longer; with no other in any case. */
export const changeDefault = async (ctx: UserCtx, row: Place & { id: string }, isDefault: boolean): Promise<void> => {
  const without = sql`array_remove(${savedViews.defaultOf}, ${ctx.actor.userId}::uuid)`
  const place = and(ofCompany(row.companyId), eq(savedViews.page, row.page))
  await ctx.db
    .update(savedViews)
    .set({ defaultOf: without })
    .where(and(place, isDefaultFor(ctx), isDefault ? ne(savedViews.id, row.id) : undefined))
  if (!isDefault) return
  await ctx.db
    .update(savedViews)
    .set({ defaultOf: sql`array_append(${without}, ${ctx.actor.userId}::uuid)` })
    .where(and(place, eq(savedViews.id, row.id)))
}

export const deleteView = async (ctx: UserCtx, id: string): Promise<void> => {
  await ctx.db.delete(savedViews).where(and(eq(savedViews.id, id), isSeen(ctx)))
}
