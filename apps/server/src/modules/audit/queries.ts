import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { auditLogs, users } from '#server/db/schema/index.ts'

export type NewAuditRow = typeof auditLogs.$inferInsert

export const insertAuditRows = async (ctx: Ctx, rows: NewAuditRow[]) => {
  await ctx.db.insert(auditLogs).values(rows)
}

export type AuditPosition = { at: Date; id: string }

export const listAuditRows = (ctx: CompanyCtx, after: AuditPosition | null, limit: number) =>
  ctx.db
    .select()
    .from(auditLogs)
    .where(
      and(
        eq(auditLogs.companyId, ctx.company.id),
        after
          ? or(lt(auditLogs.createdAt, after.at), and(eq(auditLogs.createdAt, after.at), lt(auditLogs.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(auditLogs.createdAt), desc(auditLogs.id))
    .limit(limit)

/** Names of the people who acted; the audit row of a person who has left still needs one. */
export const findActorNames = async (ctx: CompanyCtx, ids: string[]) => {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, row.name]))
}
