import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'

export type Work = {
  id: string
  companyId: string
  state: string
  launchedBy: string | null
  timezone: string
}

/** Campaigns that something is to be done for now. */
export const findWork = async ({ db }: Pick<Ctx, 'db'>): Promise<Work[]> => {
  const { rows } = await db.execute<Work>(sql`
    select c.id, c.company_id as "companyId", c.state, c.launched_by as "launchedBy", p.timezone
    from campaigns c join companies p on p.id = c.company_id
    where c.state in ('validating', 'running') or (c.state in ('scheduled', 'paused') and c.wake_at <= now())
    order by c.wake_at nulls first, c.id`)
  return rows
}

export type Line = {
  id: string
  throughput: number
  messagingLimit: string | null
  quality: string | null
  scope: string
}

/** What bounds the numbers of a campaign. */
export const findLines = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Line[]> => {
  const { rows } = await ctx.db.execute<Line>(sql`
    select c.id, c.throughput, c.messaging_limit as "messagingLimit", c.quality, coalesce(a.portfolio_id, a.waba_id) as scope
    from channels c join wa_accounts a on a.id = c.wa_account_id
    where c.company_id = ${ctx.company.id} and c.id = any(${sql.param([...ids])}::uuid[]) and c.disconnected_at is null`)
  return rows
}

/** How many campaigns that run send by numbers of each scope, whichever company they are of. */
export const countRunningIn = async (ctx: CompanyCtx, scopes: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await ctx.db.execute<{ scope: string; n: number }>(sql`
    select coalesce(a.portfolio_id, a.waba_id) as scope, count(distinct c.id)::int as n
    from campaigns c
    cross join lateral jsonb_array_elements(c.content -> 'channels') as e(channel)
    join channels ch on ch.id = (e.channel ->> 'channelId')::uuid
    join wa_accounts a on a.id = ch.wa_account_id
    where c.state = 'running' and coalesce(a.portfolio_id, a.waba_id) = any(${sql.param([...scopes])}::text[])
    group by 1`)
  return new Map(rows.map(({ scope, n }) => [scope, n]))
}

export type Recent = { known: number; failed: number }

/** What became of the last messages of a campaign whose fate is known, since an instant. */
export const findRecent = async (ctx: CompanyCtx, campaignId: string, since: Date, limit: number): Promise<Recent> => {
  const { rows } = await ctx.db.execute<Recent>(sql`
    select count(*)::int as known, count(*) filter (where t.status = 'failed' and t.error_class is distinct from 'opted_out')::int as failed
    from (select m.status, m.error_class from messages m
      where m.company_id = ${ctx.company.id} and m.campaign_id = ${campaignId}
        and m.status not in ('queued', 'sending', 'unknown') and m.occurred_at >= ${since.toISOString()}::timestamptz
      order by m.id desc limit ${limit}) t`)
  return rows[0] ?? { known: 0, failed: 0 }
}

/** How many of the last recipients that got a campaign stopped marketing after it. */
export const findRecentOptOuts = async (
  ctx: CompanyCtx,
  campaignId: string,
  since: Date,
  limit: number,
): Promise<Recent> => {
  const { rows } = await ctx.db.execute<Recent>(sql`
    select count(*)::int as known, count(*) filter (where t.opted_out_at is not null)::int as failed
    from (select r.opted_out_at from messages m
      join campaign_recipients r on r.company_id = m.company_id and r.message_id = m.id
      where m.company_id = ${ctx.company.id} and m.campaign_id = ${campaignId}
        and m.delivered_at is not null and m.occurred_at >= ${since.toISOString()}::timestamptz
      order by m.id desc limit ${limit}) t`)
  return rows[0] ?? { known: 0, failed: 0 }
}
