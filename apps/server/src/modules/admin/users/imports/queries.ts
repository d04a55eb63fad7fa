import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { userImportRows, userImports } from '#server/db/schema/admin/users.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { isUuid } from '#server/lib/ids.ts'

export type ImportRow = typeof userImports.$inferSelect
export type OutcomeRow = typeof userImportRows.$inferSelect

export const insertImport = async (tx: Ctx, row: typeof userImports.$inferInsert): Promise<void> => {
  await tx.db.insert(userImports).values(row)
}

export const findImport = async (ctx: Ctx, id: string): Promise<ImportRow | null> =>
  (await ctx.db.select().from(userImports).where(eq(userImports.id, id)))[0] ?? null

export const lockImport = async (tx: Ctx, id: string): Promise<ImportRow | null> =>
  (await tx.db.select().from(userImports).where(eq(userImports.id, id)).for('update'))[0] ?? null

export const updateImport = async (tx: Ctx, id: string, values: Partial<ImportRow>): Promise<void> => {
  await tx.db.update(userImports).set(values).where(eq(userImports.id, id))
}

/** What the check found is in the way of what becomes of the lines. */
export const clearOutcomes = async (tx: Ctx, importId: string): Promise<void> => {
  await tx.db.delete(userImportRows).where(eq(userImportRows.importId, importId))
}

export const insertOutcomes = async (tx: Ctx, rows: OutcomeRow[]): Promise<void> => {
  if (rows.length > 0) await tx.db.insert(userImportRows).values(rows).onConflictDoNothing()
}

/** Lines that are done, of a run that began before. */
export const listOutcomes = (ctx: Ctx, importId: string): Promise<OutcomeRow[]> =>
  ctx.db.select().from(userImportRows).where(eq(userImportRows.importId, importId)).orderBy(asc(userImportRows.line))

export const countOutcomes = async (ctx: Ctx, importId: string) => {
  const rows = await ctx.db
    .select({ outcome: userImportRows.outcome, n: sql<number>`count(*)::int` })
    .from(userImportRows)
    .where(eq(userImportRows.importId, importId))
    .groupBy(userImportRows.outcome)
  return new Map(rows.map(({ outcome, n }) => [outcome, n]))
}

export const listProblems = (ctx: Ctx, importId: string, limit: number) =>
  ctx.db
    .select({ line: userImportRows.line, code: userImportRows.code })
    .from(userImportRows)
    .where(and(eq(userImportRows.importId, importId), inArray(userImportRows.outcome, ['failed', 'skipped'])))
    .orderBy(asc(userImportRows.line))
    .limit(limit)

/** Companies that a cell names: by id, tax id or name. At most two, which is one too many. */
export const findNamedCompanies = async (ctx: Ctx, text: string) => {
  const taxId = text.replace(/[.\-/\s]/g, '').toUpperCase()
  return ctx.db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(
      and(
        isNull(companies.deletedAt),
        isNull(companies.sandboxOf),
        or(
          isUuid(text.toLowerCase()) ? eq(companies.id, text) : undefined,
          taxId.length >= 11 ? eq(companies.taxId, taxId) : undefined,
          eq(sql`lower(${companies.name})`, text.toLowerCase()),
        ),
      ),
    )
    .limit(2)
}

export const isMember = async (ctx: Ctx, companyId: string, userId: string): Promise<boolean> =>
  (await ctx.db.$count(
    companyMembers,
    and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)),
  )) > 0

/** Expired imports, with their source files. */
export const listOldImports = (ctx: Ctx, before: Date, limit: number) =>
  ctx.db
    .select({ id: userImports.id, fileId: userImports.fileId })
    .from(userImports)
    .where(lt(userImports.createdAt, before))
    .limit(limit)

export const deleteImport = async (tx: Ctx, id: string): Promise<void> => {
  await tx.db.delete(userImports).where(eq(userImports.id, id))
}

export const hasOutcome = async (ctx: Ctx, importId: string, line: number): Promise<boolean> =>
  (await ctx.db.$count(userImportRows, and(eq(userImportRows.importId, importId), eq(userImportRows.line, line)))) > 0
