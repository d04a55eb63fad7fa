import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'

const isRemoved = and(isNotNull(companies.deletedAt), isNull(companies.purgedAt))

/** Companies that are deleted and whose data are still there: the first hundred, the longest deleted first. */
export const listRemovedCompanies = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: companies.id })
    .from(companies)
    .where(isRemoved)
    .orderBy(companies.deletedAt)
    .limit(100)
  return rows.map(({ id }) => id)
}

/** When a company was deleted whose data are still there; null for any other. */
export const findRemovedCompany = async (ctx: Ctx, id: string): Promise<{ deletedAt: Date } | null> => {
  const [row] = await ctx.db
    .select({ deletedAt: companies.deletedAt })
    .from(companies)
    .where(and(eq(companies.id, id), isRemoved))
  return row?.deletedAt ? { deletedAt: row.deletedAt } : null
}

/** Companies that want something gone after a time. One whose deletion is planned stays whole until then. */
export const listRetainingCompanies = async (ctx: Ctx): Promise<string[]> => {
  const wants = sql`jsonb_strip_nulls(${companies.privacy} -> 'retention') <> '{}'::jsonb`
  const rows = await ctx.db
    .select({ id: companies.id })
    .from(companies)
    .where(and(isNull(companies.deletedAt), ne(companies.status, 'deleting'), wants))
    .orderBy(companies.id)
  return rows.map(({ id }) => id)
}

/** Answers the row that was emptied; null when it was so already, or is not deleted. */
export const emptyCompany = async (ctx: Ctx, id: string): Promise<{ name: string } | null> => {
  const nothing = {
    ...{ legalName: null, taxId: null, segment: null, size: null, phone: null, website: null, logoFileId: null },
    ...{ address: {}, settings: {}, security: {}, privacy: {}, brandColor: null, ownerId: null, statusReason: null },
  }
  const rows = await ctx.db
    .update(companies)
    .set({ ...nothing, purgedAt: ctx.now() })
    .where(and(eq(companies.id, id), isRemoved))
    .returning({ name: companies.name })
  return rows[0] ?? null
}
