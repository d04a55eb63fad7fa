import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { automationEvents } from '#server/db/schema/automation/runs.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

export type EventRow = typeof automationEvents.$inferSelect

type NewRow = Pick<EventRow, 'id' | 'kind' | 'contactId' | 'conversationId' | 'fields' | 'key' | 'at'> &
  Partial<Pick<EventRow, 'automationId' | 'parentId' | 'depth' | 'state'>>

/** Writes down what happened, once for each key; answers the ids of those that are new. */
export const insertEvents = async (tx: Ctx, companyId: string, events: readonly NewRow[]): Promise<string[]> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    insert into automation_events
      (id, company_id, kind, key, contact_id, conversation_id, fields, automation_id, parent_id, depth, state, at)
    select id, ${companyId}::uuid, kind, key, "contactId", "conversationId", fields, "automationId", "parentId",
      coalesce(depth, 0), coalesce(state, 'waiting'), at
    from jsonb_to_recordset(${stringifySanitized(events)}::jsonb) as e(id uuid, kind text, key text, "contactId" uuid,
      "conversationId" uuid, fields jsonb, "automationId" uuid, "parentId" uuid, depth smallint, state text, at timestamptz)
    on conflict (company_id, key) do nothing returning id`)
  return rows.map(({ id }) => id)
}

/** Companies in which something waits to be worked off, one after the other along the index. */
export const findBusyCompanies = async (ctx: Ctx, limit: number): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ companyId: string }>(sql`
    with recursive busy as (
      (select company_id from automation_events where state = 'waiting' order by company_id limit 1)
      union all
      select n.company_id from busy b cross join lateral (
        select e.company_id from automation_events e where e.state = 'waiting' and e.company_id > b.company_id
        order by e.company_id limit 1) n)
    select company_id as "companyId" from busy limit ${limit}`)
  return rows.map(({ companyId }) => companyId)
}

/** What waits in a company, in the order in which it was told, locked. */
export const lockWaiting = async (tx: CompanyCtx, limit: number): Promise<EventRow[]> =>
  (await tx.db
    .select()
    .from(automationEvents)
    .where(sql`${automationEvents.companyId} = ${tx.company.id} and ${automationEvents.state} = 'waiting'`)
    .orderBy(automationEvents.id)
    .limit(limit)
    .for('update', { skipLocked: true })) satisfies EventRow[]

export const finishEvents = async (tx: CompanyCtx, ids: readonly string[]): Promise<void> => {
  await tx.db.execute(sql`update automation_events set state = 'done'
    where company_id = ${tx.company.id} and id = any(${sql.param([...ids])}::uuid[])`)
}

/** Notes that some could not be worked off; those that were tried often enough are left at that. */
export const countFailedTry = async (tx: CompanyCtx, limit: number, tries: number): Promise<void> => {
  await tx.db.execute(sql`update automation_events set attempts = attempts + 1,
      state = case when attempts + 1 >= ${tries} then 'done' else state end
    where id in (select id from automation_events where company_id = ${tx.company.id} and state = 'waiting'
      order by id limit ${limit})`)
}

export const findEvent = async (ctx: CompanyCtx, id: string): Promise<EventRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(automationEvents)
    .where(sql`${automationEvents.companyId} = ${ctx.company.id} and ${automationEvents.id} = ${id}`)
  return row ?? null
}

export type EntryRow = {
  eventId: string
  automationId: string
  contactId: string | null
  runId: string | null
  refusal: string | null
  conditions: unknown[]
  at: Date
}

/** Notes what events came to; answers the event and automation of those that are new. */
export const insertEntries = async (tx: CompanyCtx, entries: readonly EntryRow[]): Promise<ReadonlySet<string>> => {
  if (entries.length === 0) return new Set()
  const { rows } = await tx.db.execute<{ key: string }>(sql`
    insert into automation_entries (company_id, automation_id, event_id, contact_id, run_id, refusal, conditions, at)
    select ${tx.company.id}::uuid, "automationId", "eventId", "contactId", "runId", refusal, conditions, at
    from jsonb_to_recordset(${stringifySanitized(entries)}::jsonb) as e("automationId" uuid, "eventId" uuid,
      "contactId" uuid, "runId" uuid, refusal text, conditions jsonb, at timestamptz)
    on conflict do nothing returning automation_id || ' ' || event_id as key`)
  return new Set(rows.map(({ key }) => key))
}
