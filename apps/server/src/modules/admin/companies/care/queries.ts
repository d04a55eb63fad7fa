import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companyCare } from '#server/db/schema/admin/companies.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'

export type CareRow = typeof companyCare.$inferSelect

export const findCare = async (ctx: Ctx, companyId: string) => {
  const [row] = await ctx.db
    .select({ care: companyCare, manager: { id: users.id, name: users.name, email: users.email } })
    .from(companyCare)
    .leftJoin(users, eq(users.id, companyCare.managerId))
    .where(eq(companyCare.companyId, companyId))
  return row ?? null
}

/** What is known of a company, made when it is missing and locked until the end of the transaction. */
export const lockCare = async (tx: Ctx, companyId: string): Promise<CareRow> => {
  await tx.db.insert(companyCare).values({ companyId }).onConflictDoNothing()
  const [row] = await tx.db.select().from(companyCare).where(eq(companyCare.companyId, companyId)).for('update')
  if (!row) throw new Error('The care was not stored')
  return row
}

export const updateCare = async (tx: Ctx, row: CareRow, values: Partial<CareRow>): Promise<void> => {
  await tx.db
    .update(companyCare)
    .set({ ...values, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(companyCare.companyId, row.companyId))
}

/** Tags that are in use, in their order. */
export const listTags = async (ctx: Ctx): Promise<string[]> => {
  const result = await ctx.db.execute<{ tag: string }>(sql`
    select distinct t.tag from ${companyCare} p cross join lateral unnest(p.tags) as t(tag)
      join ${companies} c on c.id = p.company_id and c.deleted_at is null order by t.tag limit 500`)
  return result.rows.map(({ tag }) => tag)
}

const isStaff = and(inArray(users.role, ['admin', 'support']), eq(users.status, 'active'))

export const listStaff = (ctx: Ctx) =>
  ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(isStaff)
    .orderBy(asc(users.name), asc(users.id))
    .limit(500)

export const isWorkingStaff = async (ctx: Ctx, userId: string): Promise<boolean> =>
  (await ctx.db.$count(users, and(eq(users.id, userId), isStaff))) > 0

/** Those of some companies that were told of a notice already. */
export const listNoticed = async (ctx: Ctx, key: string, companyIds: readonly string[], since: Date) => {
  const rows = await ctx.db
    .select({ id: auditLogs.companyId })
    .from(auditLogs)
    .where(
      and(
        inArray(auditLogs.companyId, [...companyIds]),
        gt(auditLogs.createdAt, since),
        eq(auditLogs.action, 'company.notified'),
        eq(sql`${auditLogs.diff} ->> 'notice'`, key),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Name of a company that is there. */
export const findName = async (ctx: Ctx, companyId: string): Promise<string | null> => {
  const [row] = await ctx.db
    .select({ name: companies.name })
    .from(companies)
    .where(and(eq(companies.id, companyId), isNull(companies.deletedAt)))
  return row?.name ?? null
}
