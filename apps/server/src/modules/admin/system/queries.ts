import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

type Hit = { total: number; first: { id: string; name: string }[] }
type Age = string | null

const NAMED = 5
const NIL_COMPANY = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** How many companies a subselect of `company_id` names, and the first of them. */
const hitBy = (companyIds: ReturnType<typeof sql>) => sql`(
  with hit as (select distinct company_id from (${companyIds}) h)
  select json_build_object('total', (select count(*)::int from hit join companies c on c.id = hit.company_id),
    'first', coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name)) from (
      select c.id, c.name from hit join companies c on c.id = hit.company_id order by c.name limit ${NAMED}) n), '[]')))`

const downNumbers = sql`disconnected_at is null and status not in ('connected', 'onboarding')`

/** Classes of errors that do not lie with the recipient or with what was sent. */
const ownFault = sql`error_class in ('auth', 'billing', 'transient', 'rate', 'policy', 'unknown')`

type Row = {
  webhooksWaiting: number
  webhooksOldest: Age
  webhooksFailed: number
  webhooksLast: Age
  sendsWaiting: number
  sendsOldest: Age
  sendsUnknown: number
  sendsHit: Hit
  numbersDown: number
  numbersHit: Hit
  jobsHit: Hit
  noticesFailed: number
  workers: number
  scheduleDue: Age
}

/** What waits, what failed, and whom that hits. */
export const readWork = async (ctx: Ctx): Promise<Row> => {
  const now = sql`${ctx.now()}::timestamptz`
  const { rows } = await ctx.db.execute<Row>(sql`
    select
      (select count(*)::int from webhook_events where state = 0) as "webhooksWaiting",
      (select min(received_at) from webhook_events where state = 0) as "webhooksOldest",
      (select count(*)::int from webhook_events where state = 2) as "webhooksFailed",
      (select max(received_at) from webhook_events) as "webhooksLast",
      (select count(*)::int from outbound_sends where state = 0) as "sendsWaiting",
      (select min(not_before) from outbound_sends where state = 0 and not_before <= ${now}) as "sendsOldest",
      (select count(*)::int from outbound_sends where state = 2) as "sendsUnknown",
      ${hitBy(sql`select company_id from outbound_sends where state = 0 and not_before <= ${now} - interval '2 minutes'`)}
        as "sendsHit",
      (select count(*)::int from channels where ${downNumbers}) as "numbersDown",
      ${hitBy(sql`select company_id from channels where ${downNumbers}`)} as "numbersHit",
      ${hitBy(sql`select company_id from jobs where status = 'failed' and company_id <> ${NIL_COMPANY}`)} as "jobsHit",
      (select count(*)::int from notification_jobs where status = 'failed' and updated_at >= ${now} - interval '1 hour')
        as "noticesFailed",
      (select count(distinct owner)::int from leases where until > now()) as workers,
      (select min(next_at) from schedules where next_at <= ${now}) as "scheduleDue"`)
  const [row] = rows
  if (!row) throw new Error('An aggregate always has a row')
  return row
}

type Meta = { sent: number; failed: number; classes: { name: string; count: number }[]; hit: Hit }

/** What was sent in the last quarter of an hour, company by company through its own index, and what Meta refused. */
export const readMeta = async (ctx: Ctx): Promise<Meta> => {
  const { rows } = await ctx.db.execute<Meta>(sql`
    with sent as materialized (
      select c.id as company_id, m.status, m.error_class from companies c cross join lateral (
        select status, error_class from messages m where m.company_id = c.id and m.direction = 'out'
          and m.occurred_at >= ${ctx.now()}::timestamptz - interval '15 minutes') m
      where c.deleted_at is null and c.sandbox_of is null
    ), refused as (select company_id, error_class from sent where status = 'failed' and ${ownFault})
    select (select count(*)::int from sent) as sent, (select count(*)::int from refused) as failed,
      coalesce((select json_agg(json_build_object('name', error_class, 'count', n) order by n desc) from (
        select error_class, count(*)::int as n from refused group by 1) g), '[]') as classes,
      ${hitBy(sql`select company_id from refused`)} as hit`)
  const [row] = rows
  if (!row) throw new Error('An aggregate always has a row')
  return row
}

type Queue = { queue: string; waiting: number; oldestAt: Age; running: number; delayed: number; failed: number }

/** What each queue holds that has not ended well. */
export const readQueues = async (ctx: Ctx): Promise<Queue[]> =>
  (
    await ctx.db.execute<Queue>(sql`
      select queue, count(*) filter (where status = 'queued')::int as waiting,
        min(run_at) filter (where status = 'queued') as "oldestAt",
        count(*) filter (where status = 'running')::int as running,
        count(*) filter (where status = 'delayed')::int as delayed,
        count(*) filter (where status = 'failed')::int as failed
      from (
        select queue, status, run_at from jobs where status = 'queued'
        union all select queue, status, run_at from jobs where status = 'running'
        union all select queue, status, run_at from jobs where status = 'delayed'
        union all select queue, status, run_at from jobs where status = 'failed') j
      group by queue order by queue`)
  ).rows

type Schedule = { name: string; cron: string; timezone: string; lastAt: Age; nextAt: string }

export const readSchedules = async (ctx: Ctx): Promise<Schedule[]> =>
  (
    await ctx.db.execute<Schedule>(
      sql`select name, cron, timezone, last_at as "lastAt", next_at as "nextAt" from schedules order by name`,
    )
  ).rows

type Store = {
  bytes: number
  connections: number
  maxConnections: number
  longestSeconds: number
  migrations: number
}

/** How the database does, and how long it took to say so, in milliseconds. */
export const readDatabase = async (ctx: Ctx): Promise<Store & { milliseconds: number }> => {
  const started = performance.now()
  await ctx.db.execute(sql`select 1`)
  const milliseconds = Math.round(performance.now() - started)
  const { rows } = await ctx.db.execute<Store>(sql`
    select pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "maxConnections",
      (select coalesce(max(extract(epoch from now() - query_start)), 0)::int from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and backend_type = 'client backend') as "longestSeconds",
      (select count(*)::int from drizzle.__drizzle_migrations) as migrations`)
  const [row] = rows
  if (!row) throw new Error('An aggregate always has a row')
  return { ...row, milliseconds }
}

type FailedJob = {
  id: string
  name: string
  queue: string
  companyId: string | null
  company: string | null
  error: string | null
  attempts: number
  setAside: boolean
  finishedAt: string
}

/** Jobs that gave up before an instant and id, the last first. */
export const listFailedJobs = async (
  ctx: Ctx,
  before: { at: Date; id: string } | null,
  limit: number,
): Promise<FailedJob[]> =>
  (
    await ctx.db.execute<FailedJob>(sql`
      select j.id, j.name, j.queue, c.id as "companyId", c.name as company, j.error, j.attempts, j.set_aside as "setAside",
        j.finished_at as "finishedAt"
      from jobs j left join companies c on c.id = j.company_id
      where j.status = 'failed'
        ${before ? sql`and (date_trunc('milliseconds', j.finished_at), j.id) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)` : sql``}
      order by date_trunc('milliseconds', j.finished_at) desc, j.id desc limit ${limit}`)
  ).rows

type TroubleRow = { kind: string; since: string; endedAt: Age; toldAt: Age }

export const listTroubles = async (ctx: Ctx): Promise<TroubleRow[]> =>
  (
    await ctx.db.execute<TroubleRow>(
      sql`select kind, since, ended_at as "endedAt", told_at as "toldAt" from system_troubles`,
    )
  ).rows

/** Notes what is wrong now: what is new begins, what is over ends; what comes back within the hour has been told. */
export const noteTroubles = async (ctx: Ctx, kinds: readonly string[]): Promise<void> => {
  const now = sql`${ctx.now()}::timestamptz`
  const given = sql`${sql.param(kinds)}::text[]`
  await ctx.db.execute(sql`
    insert into system_troubles as t (kind, since) select kind, ${now} from unnest(${given}) kind
    on conflict (kind) do update set since = excluded.since, ended_at = null,
      told_at = case when t.ended_at > ${now} - interval '1 hour' then t.told_at end
    where t.ended_at is not null`)
  await ctx.db.execute(
    sql`update system_troubles set ended_at = ${now} where ended_at is null and kind <> all(${given})`,
  )
}

/** Marks what has stood for five minutes and was not told yet as told; answers the kinds. */
export const takeUntold = async (ctx: Ctx, kinds: readonly string[]): Promise<string[]> => {
  const now = sql`${ctx.now()}::timestamptz`
  const { rows } = await ctx.db.execute<{ kind: string }>(sql`
    update system_troubles set told_at = ${now} where ended_at is null and told_at is null
      and kind = any(${sql.param(kinds)}::text[]) and since <= ${now} - interval '5 minutes' returning kind`)
  return rows.map(({ kind }) => kind)
}
