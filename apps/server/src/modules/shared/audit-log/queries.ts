import { and, desc, eq, gte, ilike, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing, startingWith } from '#server/db/like.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { isUuid } from '#server/lib/ids.ts'

export type StoredAuditRow = typeof auditLogs.$inferSelect

export type AuditPosition = { at: Date; id: string }

export type AuditFilters = {
  company?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  source?: 'web' | 'api' | 'system' | undefined
  from?: string | undefined
  to?: string | undefined
}

const actionIs = (action: string): SQL | undefined =>
  action.endsWith('.') ? ilike(auditLogs.action, startingWith(action)) : eq(auditLogs.action, action)

const targetIs = (target: string): SQL | undefined =>
  isUuid(target.toLowerCase()) ? eq(auditLogs.targetId, target) : ilike(auditLogs.targetLabel, containing(target))

const matching = (filters: AuditFilters): (SQL | undefined)[] => [
  filters.company ? eq(auditLogs.companyId, filters.company) : undefined,
  filters.actor ? eq(auditLogs.actorId, filters.actor) : undefined,
  filters.action ? actionIs(filters.action) : undefined,
  filters.target ? targetIs(filters.target) : undefined,
  filters.source ? eq(auditLogs.source, filters.source) : undefined,
  filters.from ? gte(auditLogs.createdAt, new Date(filters.from)) : undefined,
  filters.to ? lt(auditLogs.createdAt, new Date(filters.to)) : undefined,
]

/** Rows after a position, newest first; those of one company when the filters name it. */
export const listAuditRows = (ctx: Ctx, filters: AuditFilters, after: AuditPosition | null, limit: number) =>
  ctx.db
    .select()
    .from(auditLogs)
    .where(
      and(
        ...matching(filters),
        after
          ? or(lt(auditLogs.createdAt, after.at), and(eq(auditLogs.createdAt, after.at), lt(auditLogs.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(auditLogs.createdAt), desc(auditLogs.id))
    .limit(limit)

export const findAuditRow = async (ctx: Ctx, id: string, companyId: string | null): Promise<StoredAuditRow | null> => {
  const rows = await ctx.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.id, id), companyId ? eq(auditLogs.companyId, companyId) : undefined))
    .limit(1)
  return rows[0] ?? null
}

/** Names of the people who acted; the audit row of a person who has left still needs one. */
export const findActorNames = async (ctx: Ctx, ids: string[]) => {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await ctx.db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, row.name]))
}

export const findCompanyNames = async (ctx: Ctx, ids: string[]) => {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await ctx.db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, ids))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The latest row of an action. */
export const findLatest = async (ctx: Ctx, action: string): Promise<StoredAuditRow | null> => {
  const rows = await ctx.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.action, action), eq(auditLogs.actorId, 'audit.verify')))
    .orderBy(desc(auditLogs.createdAt))
    .limit(1)
  return rows[0] ?? null
}
