import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

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

/**
 * A campaign that shares the places of a portfolio's limit: how many people it took in the last day, and how many are left
 * that it may still write to today by what it allows itself.
 */
export type Sharer = { id: string; scope: string; taken: number; left: number }

/**
 * Campaigns that run by numbers of each scope, or wait for its places, whichever company they are of. While the people of a
 * test are watched, its campaign sends nothing.
 */
export const findSharers = async (ctx: CompanyCtx, scopes: readonly string[]): Promise<Sharer[]> => {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<Sharer>(sql`
    with sharing as (
      select distinct coalesce(a.portfolio_id, a.waba_id) as scope, c.company_id, c.id,
        (c.schedule ->> 'perDay')::int as most,
        date_trunc('day', ${now} at time zone p.timezone) at time zone p.timezone as today
      from campaigns c
      join companies p on p.id = c.company_id
      cross join lateral jsonb_array_elements(c.content -> 'channels') as e(channel)
      join channels ch on ch.id = (e.channel ->> 'channelId')::uuid
      join wa_accounts a on a.id = ch.wa_account_id
      where (c.state = 'running' or (c.state = 'paused' and c.pause_reason = 'limit_reached'))
        and (c.test_ends_at is null or c.test_decision is not null)
        and coalesce(a.portfolio_id, a.waba_id) = any(${sql.param([...scopes])}::text[])
    )
    select s.id, s.scope, n.taken, greatest(0, least(n.left, s.most - n.today)) as left from sharing s cross join lateral (
      select coalesce(sum(n) filter (where measure = 'queued' and hour > ${now} - interval '24 hours'), 0)::int as taken,
        coalesce(sum(n) filter (where measure = 'queued' and hour >= s.today), 0)::int as today,
        (coalesce(sum(n) filter (where measure = 'recipients'), 0)
          - coalesce(sum(n) filter (where measure <> 'recipients'), 0))::int as left
      from campaign_counts k where k.company_id = s.company_id and k.campaign_id = s.id
        and k.measure in ('recipients', 'queued', 'skipped', 'canceled')) n
    order by s.id`)
  return rows
}
