import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { slaClocks } from '#server/db/schema/automation/sla.ts'
import type { Clock } from './clocks.ts'

export const findClocks = (tx: CompanyCtx, conversationId: string) =>
  tx.db
    .select()
    .from(slaClocks)
    .where(and(eq(slaClocks.companyId, tx.company.id), eq(slaClocks.conversationId, conversationId)))
    .orderBy(asc(slaClocks.startedAt), asc(slaClocks.id))

export const insertClocks = async (tx: CompanyCtx, conversationId: string, clocks: readonly Clock[]): Promise<void> => {
  if (clocks.length === 0) return
  const place = { companyId: tx.company.id, conversationId }
  await tx.db.insert(slaClocks).values(clocks.map((clock) => ({ ...place, ...clock })))
}

export const updateClock = async (tx: CompanyCtx, clock: Clock): Promise<void> => {
  const { policyId, warnAt, dueAt, pausedSeconds, warnedAt, metAt, breachedAt } = clock
  await tx.db
    .update(slaClocks)
    .set({ policyId, warnAt, dueAt, pausedSeconds, warnedAt, metAt, breachedAt })
    .where(and(eq(slaClocks.companyId, tx.company.id), eq(slaClocks.id, clock.id)))
}

/** Removes targets that another policy does not have. */
export const deleteClocks = async (tx: CompanyCtx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await tx.db.delete(slaClocks).where(and(eq(slaClocks.companyId, tx.company.id), inArray(slaClocks.id, [...ids])))
}

/** The first word of a person in the conversation since an instant. */
export const findAnswer = async (tx: CompanyCtx, conversationId: string, since: Date): Promise<Date | null> => {
  const result = await tx.db.execute<{ at: string | null }>(sql`
    select m.occurred_at as at from messages m
    where m.company_id = ${tx.company.id} and m.conversation_id = ${conversationId}
      and m.occurred_at >= ${since.toISOString()}::timestamptz and m.direction = 'out' and m.status <> 'failed'
      and m.origin in ('agent', 'phone_app', 'api') order by m.occurred_at limit 1`)
  const at = result.rows[0]?.at
  return at ? new Date(at) : null
}

export type DueConversation = { companyId: string; conversationId: string }

const dueSql = (column: 'warn_at' | 'due_at', open: string, now: string, limit: number) => sql`
  select company_id, conversation_id from (
    select s.company_id, s.conversation_id from sla_clocks s
    join companies c on c.id = s.company_id and c.deleted_at is null
    where ${sql.raw(column)} <= ${now}::timestamptz and ${sql.raw(open)} and paused_seconds is null
    order by ${sql.raw(column)} limit ${limit}) d`

/** Conversations of companies that are there, with a target that is about to be missed, or was. */
export const findDue = async (ctx: Pick<Ctx, 'db'>, now: Date, limit: number): Promise<DueConversation[]> => {
  const at = now.toISOString()
  const warn = dueSql('warn_at', 'warned_at is null and met_at is null and breached_at is null', at, limit)
  const due = dueSql('due_at', 'met_at is null and breached_at is null', at, limit)
  const result = await ctx.db.execute<DueConversation>(sql`
    select distinct company_id as "companyId", conversation_id as "conversationId" from ((${warn}) union all (${due})) u`)
  return result.rows
}
