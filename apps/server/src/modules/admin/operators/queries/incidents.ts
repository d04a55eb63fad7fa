import { and, arrayContains, desc, eq, isNull } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { channelIncidents } from '#server/db/schema/admin/operators.ts'
import { users } from '#server/db/schema/identity/users.ts'

export type IncidentRow = typeof channelIncidents.$inferSelect

export const listIncidentRows = (ctx: UserCtx, limit: number) =>
  ctx.db
    .select({ row: channelIncidents, startedBy: users.name })
    .from(channelIncidents)
    .leftJoin(users, eq(users.id, channelIncidents.startedBy))
    .orderBy(desc(channelIncidents.startedAt))
    .limit(limit)

export const insertIncident = async (ctx: UserCtx, row: IncidentRow) => {
  await ctx.db.insert(channelIncidents).values(row)
}

export const lockIncident = async (ctx: UserCtx, id: string): Promise<IncidentRow | null> => {
  const rows = await ctx.db.select().from(channelIncidents).where(eq(channelIncidents.id, id)).for('update')
  return rows[0] ?? null
}

export const endIncidentRow = async (ctx: UserCtx, id: string) => {
  await ctx.db.update(channelIncidents).set({ endedAt: ctx.now() }).where(eq(channelIncidents.id, id))
}

/** Incidents that go on and concern the company. */
export const listIncidentsOf = (ctx: CompanyCtx) =>
  ctx.db
    .select({ id: channelIncidents.id, message: channelIncidents.message })
    .from(channelIncidents)
    .where(and(isNull(channelIncidents.endedAt), arrayContains(channelIncidents.companyIds, [ctx.company.id])))
    .orderBy(desc(channelIncidents.startedAt))
