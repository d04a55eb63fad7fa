import { and, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'

export type NewAuditRow = typeof auditLogs.$inferInsert
export type StoredAuditRow = typeof auditLogs.$inferSelect

export const insertAuditRows = async (ctx: Ctx, rows: NewAuditRow[]) => {
  await ctx.db.insert(auditLogs).values(rows)
}

const signInActions = ['auth.sign_in', 'auth.sign_out']
const failures = ['auth.failed', 'auth.2fa_failed']

/** What the log says about signing in to an account since a moment, newest first. */
export const listSignInRows = (ctx: Ctx, userId: string, since: Date, limit: number): Promise<StoredAuditRow[]> =>
  ctx.db
    .select()
    .from(auditLogs)
    .where(
      and(
        gte(auditLogs.createdAt, since),
        or(
          and(eq(auditLogs.actorId, userId), inArray(auditLogs.action, signInActions), isNull(auditLogs.onBehalfOf)),
          and(eq(auditLogs.targetId, userId), inArray(auditLogs.action, failures)),
        ),
      ),
    )
    .orderBy(desc(auditLogs.createdAt), desc(auditLogs.id))
    .limit(limit)
