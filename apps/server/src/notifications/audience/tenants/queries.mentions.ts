import { sql } from 'drizzle-orm'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { publishRecount } from '#server/notifications/shared/inbox-changes.ts'
import { findTenant } from './queries.ts'

/**
 * Takes away what was told in a tenant's name and has one of these patterns in its facts, sent or still to be sent, with
 * whatever it was digested into. Answers how many messages went. Safe to repeat.
 */
export const eraseMentions = async (
  ctx: EnvironmentCtx,
  { identifier, patterns }: { identifier: string; patterns: readonly string[] },
): Promise<number> => {
  const tenant = await findTenant(ctx, identifier)
  if (!tenant || patterns.length === 0) return 0
  const speaks = sql`like any(${sql.param([...patterns])}::text[])`
  const { rows } = await ctx.db.execute<{ subscriberId: string }>(sql`
    with told as (
      select id, transaction_id from notification_events
      where environment_id = ${ctx.environment.id} and tenant_id = ${tenant.id} and payload::text ${speaks}
    ), runs as (
      select r.id from notification_runs r where r.environment_id = ${ctx.environment.id} and r.tenant_id = ${tenant.id}
        and (r.event_id in (select id from told) or exists (select 1 from notification_jobs j
          where j.run_id = r.id and (coalesce(j.digest::text, '') || j.details::text) ${speaks}))
    ), messages_gone as (
      delete from notification_messages m using runs where m.run_id = runs.id returning m.subscriber_id
    ), jobs_gone as (
      delete from notification_jobs j using runs where j.run_id = runs.id
    ), logs_gone as (
      delete from notification_logs l using told
      where l.environment_id = ${ctx.environment.id} and l.transaction_id = told.transaction_id
    ), runs_gone as (
      delete from notification_runs r using runs where r.id = runs.id
    ), events_gone as (
      delete from notification_events e using told where e.id = told.id
    )
    select subscriber_id as "subscriberId" from messages_gone`)
  publishRecount(ctx.deps, [...new Set(rows.map(({ subscriberId }) => subscriberId))])
  return rows.length
}
