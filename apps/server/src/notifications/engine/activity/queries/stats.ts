import { sql } from 'drizzle-orm'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type SentCounts = { weeklySent: number; monthlySent: number }

/** Runs of the last seven days and of the last month. */
export const countSent = async (ctx: EnvironmentCtx): Promise<SentCounts> => {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const result = await ctx.db.execute<SentCounts>(sql`
    select count(*) filter (where created_at >= ${now} - interval '7 days')::int as "weeklySent",
      count(*)::int as "monthlySent"
    from notification_runs
    where environment_id = ${ctx.environment.id} and created_at >= ${now} - interval '1 month'`)
  return result.rows[0] ?? { weeklySent: 0, monthlySent: 0 }
}

export type SentOnDay = { day: string; count: number; workflowIds: string[]; channels: string[] }

/** Runs by day (UTC) of the last `days` days, the newest day first; days without any are left out. */
export const listSentByDay = async (ctx: EnvironmentCtx, days: number): Promise<SentOnDay[]> => {
  const result = await ctx.db.execute<SentOnDay>(sql`
    with groups as (
      select (created_at at time zone 'UTC')::date as day, workflow_id, channels, count(*)::int as count
      from notification_runs
      where environment_id = ${ctx.environment.id}
        and created_at >= ${ctx.now().toISOString()}::timestamptz - make_interval(days => ${days}::int)
      group by 1, 2, 3
    )
    select g.day::text as day, sum(g.count)::int as count, array_agg(distinct g.workflow_id) as "workflowIds",
      (select coalesce(array_agg(distinct c.name), '{}') from groups o cross join unnest(o.channels) as c(name)
        where o.day = g.day) as channels
    from groups g group by g.day order by g.day desc`)
  return result.rows
}
