import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import type { automationTimers } from '#server/db/schema/automation/runs.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

type Row = typeof automationTimers.$inferSelect
export type TimerKind = Row['kind']
export type NewTimer = Omit<Row, 'companyId' | 'done'>
export type Timer = Omit<Row, 'companyId' | 'done' | 'since' | 'dueAt'> & { since: string }

/** Sets timers that are not set yet; with `anew` also those that are, or were. */
export const setTimers = async (
  tx: Ctx,
  companyId: string,
  timers: readonly NewTimer[],
  { anew }: { anew: boolean },
): Promise<void> => {
  if (timers.length === 0) return
  const again = anew
    ? sql`do update set since = excluded.since, due_at = excluded.due_at, contact_id = excluded.contact_id, done = false`
    : sql`do nothing`
  await tx.db.execute(sql`
    insert into automation_timers
      (company_id, automation_id, subject, kind, contact_id, conversation_id, fields, since, due_at)
    select ${companyId}::uuid, "automationId", subject, kind, "contactId", "conversationId", fields, since, "dueAt"
    from jsonb_to_recordset(${stringifySanitized(timers)}::jsonb) as t("automationId" uuid, subject uuid, kind text,
      "contactId" uuid, "conversationId" uuid, fields jsonb, since timestamptz, "dueAt" timestamptz)
    on conflict (automation_id, subject) ${again}`)
}

type Key = { companyId: string; automationId: string; subject: string }

/** Timers that are due, the first of them first. */
export const findDueTimers = async (ctx: Ctx, limit: number): Promise<Key[]> => {
  const { rows } = await ctx.db.execute<Key>(sql`
    select company_id as "companyId", automation_id as "automationId", subject from automation_timers
    where not done and due_at <= ${ctx.now().toISOString()}::timestamptz order by due_at limit ${limit}`)
  return rows
}

const keysOf = (timers: readonly Omit<Key, 'companyId'>[]) =>
  sql`unnest(${sql.param(timers.map(({ automationId }) => automationId))}::uuid[],
    ${sql.param(timers.map(({ subject }) => subject))}::uuid[]) as k(automation_id, subject)`

/** Those of some timers of a company that are due still, locked. */
export const lockDueTimers = async (tx: CompanyCtx, keys: readonly Key[]): Promise<Timer[]> => {
  const { rows } = await tx.db.execute<Timer>(sql`
    select t.automation_id as "automationId", t.subject, t.kind, t.contact_id as "contactId",
      t.conversation_id as "conversationId", t.fields, t.since
    from ${keysOf(keys)} join automation_timers t on t.automation_id = k.automation_id and t.subject = k.subject
    where t.company_id = ${tx.company.id} and not t.done and t.due_at <= ${tx.now().toISOString()}::timestamptz
    order by t.automation_id, t.subject for update of t skip locked`)
  return rows
}

/** Ends timers that were due. Of a conversation it is kept that it was: the next message in it begins no other. */
export const endTimers = async (tx: CompanyCtx, timers: readonly Timer[]): Promise<void> => {
  await tx.db.execute(sql`
    update automation_timers t set done = true from ${keysOf(timers)} where t.automation_id = k.automation_id
      and t.subject = k.subject and t.company_id = ${tx.company.id} and t.kind = 'conversation_unassigned'`)
  await tx.db.execute(sql`
    delete from automation_timers t using ${keysOf(timers)} where t.automation_id = k.automation_id
      and t.subject = k.subject and t.company_id = ${tx.company.id} and t.kind = 'campaign_unanswered'`)
}

/** Puts off those of some timers that are due still. */
export const postponeTimers = async (ctx: Ctx, keys: readonly Key[], until: Date): Promise<void> => {
  await ctx.db.execute(sql`
    update automation_timers t set due_at = ${until.toISOString()}::timestamptz from ${keysOf(keys)}
    where t.automation_id = k.automation_id and t.subject = k.subject and not t.done
      and t.due_at <= ${ctx.now().toISOString()}::timestamptz`)
}

/** Those of some conversations that are open and nobody's. */
export const findUnassigned = async (tx: CompanyCtx, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select id from conversations where company_id = ${tx.company.id} and id = any(${sql.param([...ids])}::uuid[])
      and assignee_id is null and status in ('open', 'pending')`)
  return new Set(rows.map(({ id }) => id))
}

/** When each of some contacts last wrote, in whatever conversation. */
export const findLastWritten = async (
  tx: CompanyCtx,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  if (contactIds.length === 0) return new Map()
  const { rows } = await tx.db.execute<{ id: string; at: string }>(sql`
    select i.contact_id as id, max(c.last_inbound_at) as at
    from contact_identities i join conversations c on c.company_id = i.company_id and c.identity_id = i.id
    where i.company_id = ${tx.company.id} and i.contact_id = any(${sql.param([...contactIds])}::uuid[])
      and c.last_inbound_at is not null group by i.contact_id`)
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]))
}

export type CampaignMessage = {
  id: string
  contactId: string
  conversationId: string
  campaignId: string
  deliveredAt: string | null
}

/** Those of some messages that are of campaigns. */
export const findCampaignMessages = async (
  tx: Ctx,
  companyId: string,
  ids: readonly string[],
): Promise<CampaignMessage[]> => {
  const { rows } = await tx.db.execute<CampaignMessage>(sql`
    select id, contact_id as "contactId", conversation_id as "conversationId", campaign_id as "campaignId",
      delivered_at as "deliveredAt"
    from messages where company_id = ${companyId} and id = any(${sql.param([...ids])}::uuid[])
      and campaign_id is not null`)
  return rows
}

/** Whose conversation it is, and by which number; null for one that is somebody's. */
export const findNobodys = async (
  tx: Ctx,
  companyId: string,
  id: string,
): Promise<{ contactId: string; channelId: string } | null> => {
  const { rows } = await tx.db.execute<{ contactId: string; channelId: string }>(sql`
    select contact_id as "contactId", channel_id as "channelId" from conversations
    where company_id = ${companyId} and id = ${id} and assignee_id is null`)
  return rows[0] ?? null
}
