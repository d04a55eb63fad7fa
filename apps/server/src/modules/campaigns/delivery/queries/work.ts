import { sql } from 'drizzle-orm'
import type { CompanyCtx, Deps } from '#server/context.ts'

export type Work = {
  id: string
  companyId: string
  state: string
  launchedBy: string | null
  timezone: string
}

/** Campaigns that something is to be done for now. */
export const findWork = async (deps: Deps): Promise<Work[]> => {
  const now = sql`${deps.now().toISOString()}::timestamptz`
  const { rows } = await deps.database.db.execute<Work>(sql`
    select c.id, c.company_id as "companyId", c.state, c.launched_by as "launchedBy", p.timezone
    from campaigns c join companies p on p.id = c.company_id
    where c.state = 'validating' or (c.state = 'running' and (c.wake_at is null or c.wake_at <= ${now}))
      or (c.state in ('scheduled', 'paused') and c.wake_at <= ${now})
    order by c.wake_at nulls first, c.id`)
  return rows
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
