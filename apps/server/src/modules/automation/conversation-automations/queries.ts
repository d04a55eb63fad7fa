import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'

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

/** Conversations without a message for as many days as their company set; snoozed ones wait longer. */
export const findSilent = async (ctx: Pick<Ctx, 'db'>, now: Date, limit: number): Promise<SilentConversation[]> => {
  const result = await ctx.db.execute<SilentConversation>(sql`
    select v.company_id as "companyId", v.id from chat_settings s cross join lateral (
      select c.company_id, c.id from conversations c
      where c.company_id = s.company_id and c.status <> 'resolved' and c.status <> 'snoozed'
        and c.last_message_at < ${now.toISOString()}::timestamptz - make_interval(days => (s.settings->>'autoResolveDays')::int)
      order by c.last_message_at limit ${limit}) v
    where jsonb_typeof(s.settings->'autoResolveDays') = 'number'`)
  return result.rows
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
