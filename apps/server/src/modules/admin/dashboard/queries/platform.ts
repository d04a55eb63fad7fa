import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { ensurePlatformEnvironment, inEnvironment, notificationAdmin } from '#server/notifications/index.ts'

const LISTED = 20

type Figures = {
  companies: number
  activeCompanies: number
  messagesToday: number
  failingChannels: number
  waitingWebhooks: number
  oldestWebhookAt: string | null
  failedWebhooks: number
  queuedJobs: number
  deadJobs: number
}

/** How the platform runs at this moment. Messages are found company by company, each through its own index. */
export const readPlatform = async (ctx: Ctx, since: Date) => {
  const now = sql`${ctx.now()}::timestamptz`
  const result = await ctx.db.execute<Figures>(sql`
    select
      (select count(*)::int from companies where deleted_at is null and sandbox_of is null) as companies,
      (select count(*)::int from companies c where c.deleted_at is null and c.sandbox_of is null and exists (select 1 from messages m
        where m.company_id = c.id and m.occurred_at >= ${now} - interval '1 day')) as "activeCompanies",
      (select coalesce(sum(n.n), 0)::int from companies c cross join lateral (select count(*) as n from messages m
        where m.company_id = c.id and m.occurred_at >= date_trunc('day', ${now}, 'UTC')
          and m.occurred_at < date_trunc('day', ${now}, 'UTC') + interval '1 day'
          and m.direction in ('in', 'out')) n where c.sandbox_of is null) as "messagesToday",
      (select count(*)::int from channels where disconnected_at is null
        and status not in ('connected', 'onboarding')) as "failingChannels",
      (select count(*)::int from webhook_events where state = 0) as "waitingWebhooks",
      (select min(received_at)::text from webhook_events where state = 0) as "oldestWebhookAt",
      (select count(*)::int from webhook_events where state = 2) as "failedWebhooks",
      (select count(*)::int from jobs where status = 'queued') as "queuedJobs",
      (select count(*)::int from jobs where status = 'failed') as "deadJobs"`)
  const row = result.rows[0]
  if (!row) throw new Error('An aggregate always has a row')
  const platform = inEnvironment(ctx, await ensurePlatformEnvironment(ctx.deps))
  return {
    ...row,
    oldestWebhookAt: row.oldestWebhookAt === null ? null : new Date(row.oldestWebhookAt).toISOString(),
    notificationFailures: await notificationAdmin.countFailedRuns(platform, since),
  }
}

type Trouble = { id: string; name: string; status: string; channels: number; failed: number }

/** Companies that may need help, the worst first. */
export const readSupport = async (ctx: Ctx) => {
  const result = await ctx.db.execute<Trouble>(sql`
    select c.id, c.name, c.status, b.channels, f.failed
    from companies c
    cross join lateral (select count(*)::int as channels from channels ch where ch.company_id = c.id
      and ch.disconnected_at is null and ch.status not in ('connected', 'onboarding')) b
    cross join lateral (select count(*)::int as failed from messages m where m.company_id = c.id and m.status = 'failed'
      and m.failed_at is not null
      and m.occurred_at >= ${ctx.now()}::timestamptz - interval '1 day') f
    where c.deleted_at is null and c.sandbox_of is null and (c.status in ('suspended', 'past_due') or b.channels > 0 or f.failed > 0)
    order by (c.status in ('suspended', 'past_due')) desc, b.channels desc, f.failed desc, c.id limit ${LISTED}`)
  return { companies: result.rows }
}
