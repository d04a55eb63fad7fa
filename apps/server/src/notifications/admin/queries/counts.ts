import { sql } from 'drizzle-orm'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { idFloor } from '#server/notifications/shared/ids.ts'

/** Limits the count: beyond this number only the newest are counted. */
const MAX_COUNTED = 200_000
const DAY_MS = 86_400_000

const aDayAgo = (ctx: EnvironmentCtx) => new Date(ctx.now().getTime() - DAY_MS)

export type WorkflowCounts = { triggers: number; sent: number; failed: number }

/** What became of the runs of the last 24 hours, by workflow. */
export const countByWorkflow = async (ctx: EnvironmentCtx): Promise<Map<string, WorkflowCounts>> => {
  const since = aDayAgo(ctx)
  const ofEnvironment = sql`environment_id = ${ctx.environment.id}`
  const result = await ctx.db.execute<WorkflowCounts & { workflowId: string }>(sql`
    select workflow_id as "workflowId", sum(triggers)::int as triggers, sum(sent)::int as sent, sum(failed)::int as failed
    from (
      select workflow_id, count(*) as triggers, 0 as sent, 0 as failed from (
        select workflow_id from notification_runs
        where ${ofEnvironment} and created_at >= ${since.toISOString()}::timestamptz
        order by created_at desc, id desc limit ${MAX_COUNTED}) runs group by workflow_id
      union all
      select workflow_id, 0, count(*) filter (where status in ('sent', 'warning')), 0 from (
        select workflow_id, status from notification_messages
        where ${ofEnvironment} and id >= ${idFloor(since)} order by id desc limit ${MAX_COUNTED}) messages group by workflow_id
      union all
      select r.workflow_id, 0, 0, count(*) from (
        select run_id from notification_jobs
        where ${ofEnvironment} and id >= ${idFloor(since)} and status = 'failed'
        order by id desc limit ${MAX_COUNTED}) failed join notification_runs r on r.id = failed.run_id
      group by r.workflow_id
    ) counted group by workflow_id`)
  return new Map(result.rows.map(({ workflowId, ...counts }) => [workflowId, counts]))
}

export type IntegrationCounts = { sent: number; lastErrorAt: Date | null; lastError: string | null }

/** What the integrations sent in the last 24 hours, and their last failures. */
export const countByIntegration = async (ctx: EnvironmentCtx): Promise<Map<string, IntegrationCounts>> => {
  type Row = { integrationId: string; sent: number; lastErrorAt: string | null; lastError: string | null }
  const result = await ctx.db.execute<Row>(sql`
    select integration_id as "integrationId", count(*) filter (where status in ('sent', 'warning'))::int as sent,
      max(updated_at) filter (where status = 'error') as "lastErrorAt",
      (array_agg(error_text order by id desc) filter (where status = 'error'))[1] as "lastError"
    from (
      select id, integration_id, status, error_text, updated_at from notification_messages
      where environment_id = ${ctx.environment.id} and id >= ${idFloor(aDayAgo(ctx))}
      order by id desc limit ${MAX_COUNTED}) messages
    where integration_id is not null group by integration_id`)
  return new Map(
    result.rows.map(({ integrationId, lastErrorAt, ...counts }) => [
      integrationId,
      { ...counts, lastErrorAt: lastErrorAt === null ? null : new Date(lastErrorAt) },
    ]),
  )
}

/** How many runs since an instant have a step that failed. */
export const countFailedRuns = async (ctx: EnvironmentCtx, since: Date): Promise<number> => {
  const result = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from notification_runs r
    where r.environment_id = ${ctx.environment.id} and r.created_at >= ${since.toISOString()}::timestamptz
      and exists (select 1 from notification_jobs j where j.environment_id = ${ctx.environment.id} and j.run_id = r.id
        and j.status = 'failed')`)
  return result.rows[0]?.count ?? 0
}

const DAYS = 30
const MAX_A_DAY = 100_000
export type DayCounts = { day: string; triggers: number; messages: number; failed: number }

/** Runs, messages and failed steps by day (UTC), the oldest day first; of a day only so many are counted. */
export const countByDay = async (ctx: EnvironmentCtx): Promise<DayCounts[]> => {
  const today = Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS }, (_, i) => new Date(today - (DAYS - 1 - i) * DAY_MS))
  const bounds = days.map((from) => {
    const to = new Date(from.getTime() + DAY_MS)
    return { day: from.toISOString().slice(0, 10), from, to, floor: idFloor(from), ceiling: idFloor(to) }
  })
  const ofEnvironment = sql`environment_id = ${ctx.environment.id}`
  const counted = sql`limit ${MAX_A_DAY}) counted`
  const result = await ctx.db.execute<DayCounts>(sql`
    select d.day,
      (select count(*)::int from (select 1 from notification_runs where ${ofEnvironment}
        and created_at >= d."from" and created_at < d."to" ${counted}) as triggers,
      (select count(*)::int from (select 1 from notification_messages where ${ofEnvironment}
        and id >= d.floor and id < d.ceiling ${counted}) as messages,
      (select count(*)::int from (select 1 from notification_jobs where ${ofEnvironment} and status = 'failed'
        and id >= d.floor and id < d.ceiling ${counted}) as failed
    from jsonb_to_recordset(${JSON.stringify(bounds)}::jsonb)
      as d(day text, "from" timestamptz, "to" timestamptz, floor text, ceiling text)
    order by d.day`)
  return result.rows
}

export type Backlog = { waiting: number; oldestDueSeconds: number }

/** Jobs that wait for now or later, and since when the oldest of those that are due. */
export const countBacklog = async (ctx: EnvironmentCtx): Promise<Backlog> => {
  const now = ctx.now().toISOString()
  const waiting = sql`environment_id = ${ctx.environment.id} and status in ('queued', 'delayed')`
  const result = await ctx.db.execute<Backlog>(sql`
    select (select count(*)::int from (select 1 from notification_jobs where ${waiting} limit ${MAX_COUNTED}) jobs)
        as waiting,
      coalesce((select extract(epoch from ${now}::timestamptz - min(first.run_at))
        from (values (0), (5), (10)) as p(priority)
        cross join lateral (select run_at from notification_jobs where ${waiting} and priority = p.priority
          and run_at <= ${now}::timestamptz order by run_at limit 1) first), 0)::float8 as "oldestDueSeconds"`)
  return result.rows[0] ?? { waiting: 0, oldestDueSeconds: 0 }
}
