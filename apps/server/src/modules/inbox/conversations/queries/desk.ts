import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { conversations, messages } from '#server/db/schema/index.ts'

/** Notes which SLA policy holds for a conversation, and when the next promise of it breaks. */
export const saveSla = async (
  tx: CompanyCtx,
  id: string,
  { slaDueAt, slaPolicyId }: { slaDueAt: Date | null; slaPolicyId: string | null },
): Promise<void> => {
  await tx.db
    .update(conversations)
    .set({ slaDueAt, slaPolicyId, version: sql`${conversations.version} + 1`, updatedAt: tx.now() })
    .where(and(eq(conversations.companyId, tx.company.id), eq(conversations.id, id)))
}

/** A conversation as the desk looks at it; null when it is gone. */
export const findDeskConversation = async (ctx: CompanyCtx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id)))
  return row ?? null
}

/** A message of a conversation of the company. */
export const findDeskMessage = async (ctx: CompanyCtx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, ctx.company.id), eq(messages.id, id)))
  return row ?? null
}

export type ClosingWindow = {
  companyId: string
  id: string
  assigneeId: string | null
  teamId: string | null
  windowExpiresAt: Date
}

/**
 * Conversations whose window ends between two instants while the customer waits. Looked up company by company along the
 * index of those that are not resolved: what the customer wrote last is a day older than the end of the window.
 */
export const findClosingWindows = async (ctx: Pick<Ctx, 'db'>, from: Date, to: Date): Promise<ClosingWindow[]> => {
  const [start, end] = [from.toISOString(), to.toISOString()]
  const result = await ctx.db.execute<Omit<ClosingWindow, 'windowExpiresAt'> & { windowExpiresAt: string }>(sql`
    select v.* from companies o cross join lateral (
      select c.company_id as "companyId", c.id, c.assignee_id as "assigneeId", c.team_id as "teamId",
        c.window_expires_at as "windowExpiresAt"
      from conversations c where c.company_id = o.id and c.status <> 'resolved' and c.waiting_since is not null
        and c.last_message_at > ${start}::timestamptz - interval '25 hours'
        and c.window_expires_at > ${start}::timestamptz and c.window_expires_at <= ${end}::timestamptz) v
    where o.deleted_at is null`)
  return result.rows.map((row) => ({ ...row, windowExpiresAt: new Date(row.windowExpiresAt) }))
}

export type SilentConversation = { companyId: string; id: string }

/** Conversations in which nobody said a word for as many days as their company waits; those put aside wait longer. */
export const findSilent = async (ctx: Pick<Ctx, 'db'>, now: Date, limit: number): Promise<SilentConversation[]> => {
  const result = await ctx.db.execute<SilentConversation>(sql`
    select v.company_id as "companyId", v.id from desk_settings s cross join lateral (
      select c.company_id, c.id from conversations c
      where c.company_id = s.company_id and c.status <> 'resolved' and c.status <> 'snoozed'
        and c.last_message_at < ${now.toISOString()}::timestamptz - make_interval(days => (s.settings->>'autoResolveDays')::int)
      order by c.last_message_at limit ${limit}) v
    where jsonb_typeof(s.settings->'autoResolveDays') = 'number'`)
  return result.rows
}

/** The conversation with a person on a channel: the open one, else the last. */
export const findPersonConversation = async (
  ctx: CompanyCtx,
  channelId: string,
  identityId: string,
): Promise<string | null> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select c.id from conversations c
    where c.company_id = ${ctx.company.id} and c.channel_id = ${channelId} and c.identity_id = ${identityId}
    order by (c.status = 'resolved'), c.created_at desc limit 1`)
  return result.rows[0]?.id ?? null
}

/** When the last away message was sent to the contact of a conversation, in it. */
export const findLastAway = async (ctx: CompanyCtx, conversationId: string): Promise<Date | null> => {
  const result = await ctx.db.execute<{ at: string }>(sql`
    select m.occurred_at as at from messages m
    where m.company_id = ${ctx.company.id} and m.client_key like ${`away:${conversationId}:%`}
      and m.conversation_id = ${conversationId} and m.occurred_at > now() - interval '8 days'
    order by m.occurred_at desc limit 1`)
  const at = result.rows[0]?.at
  return at ? new Date(at) : null
}
