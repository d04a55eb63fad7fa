import { type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db } from '#server/db/client.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'
import type { QueueName, ScheduleDefinition } from './define.ts'

export type NewJob = {
  id: string
  queue: string
  name: string
  company_id: string
  priority: number
  unique_key: string | null
  run_at: Date | null
  input: unknown
}
export type ClaimedJob = {
  id: string
  name: string
  company_id: string
  attempts: number
  deaths: number
  input: unknown
}

/** One value however many jobs there are, so that a batch costs no more to plan than one. */
export const insertJobsSql = (jobs: readonly NewJob[]): SQL => sql`
  insert into jobs (id, queue, name, company_id, priority, unique_key, run_at, status, input)
  select id, queue, name, company_id, priority, unique_key, coalesce(run_at, now()),
    case when run_at > now() then 'delayed' else 'queued' end, input
  from json_to_recordset(${stringifySanitized(jobs)}::json) as t(id uuid, queue text, name text, company_id uuid,
    priority int, unique_key text, run_at timestamptz, input jsonb)
  on conflict (unique_key) where unique_key is not null and finished_at is null do nothing`

/**
 * Claims up to `limit` due jobs of a queue, dealt round robin to the companies that have some. The companies are found
 * by skipping along the index, so a long backlog of one costs nothing; ids are fetched first, so that the update reads
 * exactly those rows.
 */
export const claimSql = `
with recursive companies as (
  (select company_id from jobs where queue = $1 and status = 'queued' order by company_id limit 1)
  union all
  select (select j.company_id from jobs j where j.queue = $1 and j.status = 'queued' and j.company_id > c.company_id
          order by j.company_id limit 1)
  from companies c where c.company_id is not null
), dealt as (
  select picked.id, picked.turn, picked.priority from (select company_id from companies where company_id is not null) c
  cross join lateral (
    select d.id, d.priority, row_number() over (order by d.priority, d.run_at) as turn from (
      select id, priority, run_at from jobs where queue = $1 and company_id = c.company_id and status = 'queued'
      order by priority, run_at limit $2
    ) d
  ) picked
)
update jobs set status = 'running', lease_owner = $3, lease_until = now() + make_interval(secs => $4), attempts = attempts + 1
where id = any(array(
  select id from jobs where id = any(array(select id from dealt order by turn, priority limit $2)) and status = 'queued'
  for update skip locked
)) returning id, name, company_id, attempts, deaths, input`

export type JobClaim = { owner: string; queue: QueueName; limit: number; leaseSeconds: number }

export const claim = async (pool: Pool, { owner, queue, limit, leaseSeconds }: JobClaim) => {
  const result = await pool.query<ClaimedJob>({
    name: 'jobs_claim',
    text: claimSql,
    values: [queue, limit, owner, leaseSeconds],
  })
  return result.rows
}

const settleSql = (assignments: string) =>
  `update jobs set ${assignments}, lease_owner = null, lease_until = null
   where id = $1 and status = 'running' and lease_owner = $2`

export const complete = (pool: Pool, owner: string, id: string) =>
  pool.query({
    name: 'jobs_complete',
    text: settleSql(`status = 'completed', finished_at = now(), error = null`),
    values: [id, owner],
  })

export const fail = (pool: Pool, owner: string, id: string, error: string) =>
  pool.query({
    name: 'jobs_fail',
    text: settleSql(`status = 'failed', finished_at = now(), error = $3`),
    values: [id, owner, error],
  })

type Retry = { error: string; seconds: number }

export const retry = (pool: Pool, owner: string, id: string, { error, seconds }: Retry) =>
  pool.query({
    name: 'jobs_retry',
    text: settleSql(`status = 'delayed', deaths = 0, error = $3, run_at = now() + make_interval(secs => $4)`),
    values: [id, owner, error, seconds],
  })

export const postpone = (pool: Pool, owner: string, id: string, seconds: number) =>
  pool.query({
    name: 'jobs_postpone',
    text: settleSql(
      `status = 'delayed', deaths = 0, attempts = attempts - 1, run_at = now() + make_interval(secs => $3)`,
    ),
    values: [id, owner, seconds],
  })

/** Gives a job up because its process ended too often while it ran. */
export const setAside = (pool: Pool, owner: string, id: string, error: string) =>
  pool.query({
    name: 'jobs_set_aside',
    text: settleSql(`status = 'failed', set_aside = true, finished_at = now(), error = $3, attempts = attempts - 1`),
    values: [id, owner, error],
  })

/** Hands a claimed job back for some seconds, as if it had not been claimed. */
export const putBack = (pool: Pool, owner: string, id: string, seconds: number) =>
  pool.query({
    name: 'jobs_put_back',
    text: settleSql(`status = 'delayed', attempts = attempts - 1, run_at = now() + make_interval(secs => $3)`),
    values: [id, owner, seconds],
  })

export const releaseDue = (pool: Pool) =>
  pool.query({
    name: 'jobs_release_due',
    text: `update jobs set status = 'queued' where status = 'delayed' and run_at <= now()`,
  })

/** The lease by which a process says that it is there. */
export const lifeOf = (processId: string) => `process:${processId}`

/** Queues again what was not finished in time; where the process is gone as well, its end is counted. */
export const reclaimExpired = (pool: Pool) =>
  pool.query({
    name: 'jobs_reclaim',
    text: `update jobs j set status = 'queued', lease_owner = null, lease_until = null,
        deaths = deaths + case when exists (
          select 1 from leases l where l.name = 'process:' || j.lease_owner and l.until > now()) then 0 else 1 end
      where status = 'running' and lease_until < now()`,
  })

export const handBack = (pool: Pool, owner: string) =>
  pool.query({
    text: `update jobs set status = 'queued', lease_owner = null, lease_until = null, attempts = attempts - 1
      where status = 'running' and lease_owner = $1`,
    values: [owner],
  })

/** Moves a schedule on when it is due, and adds its job with it: one process does both, or neither is done. */
export const fireSchedule = async (
  pool: Pool,
  schedule: ScheduleDefinition,
  { now, next }: { now: Date; next: Date },
  job: NewJob,
): Promise<void> => {
  await pool.query({
    name: 'schedules_add',
    // Not "on conflict do update": it locks the row even where nothing changes, which costs a flush to disk every second.
    text: `with changed as (update schedules set cron = $2, timezone = $3, next_at = $4
        where name = $1 and (cron <> $2 or timezone <> $3))
      insert into schedules (name, cron, timezone, next_at) values ($1, $2, $3, $4) on conflict (name) do nothing`,
    values: [schedule.name, schedule.cron, schedule.timezone ?? 'UTC', next],
  })
  await pool.query({
    name: 'schedules_fire',
    text: `with moved as (update schedules set next_at = $3, last_at = $2 where name = $1 and next_at <= $2 returning name)
      insert into jobs (id, queue, name, company_id, priority, unique_key, run_at, status, input)
      select $4::uuid, $5::text, $6::text, $7::uuid, $8::int, $9::text, now(), 'queued', $10::jsonb from moved
      on conflict (unique_key) where unique_key is not null and finished_at is null do nothing`,
    values: [
      ...[schedule.name, now, next],
      ...[job.id, job.queue, job.name, job.company_id, job.priority, job.unique_key, JSON.stringify(job.input)],
    ],
  })
}

export const deleteFinished = (pool: Pool, olderThanDays: number) =>
  pool.query({
    text: `delete from jobs where id = any(array(
      select id from jobs where finished_at < now() - make_interval(days => $1) order by finished_at limit 10000))`,
    values: [olderThanDays],
  })

/** Forgets finished jobs of a company whose input has one of these patterns in it. */
export const deleteMentions = async (db: Db, companyId: string, patterns: readonly string[]): Promise<void> => {
  await db.execute(sql`
    delete from jobs where company_id = ${companyId} and finished_at is not null
      and (input::text || coalesce(error, '')) like any(${sql.param([...patterns])}::text[])`)
}

/** Due jobs by queue, for the metrics. */
export const countReady = async (pool: Pool) => {
  const { rows } = await pool.query<{ queue: string; count: number }>(
    "select queue, count(*)::int as count from jobs where status = 'queued' group by queue",
  )
  return rows
}

/** Some jobs that gave up, or all that had by an instant. */
export type FailedJobs = { ids: readonly string[] } | { until: Date }

const chosen = (jobs: FailedJobs) =>
  'ids' in jobs
    ? sql`id = any(${sql.param(jobs.ids)}::uuid[])`
    : sql`date_trunc('milliseconds', finished_at) <= ${jobs.until.toISOString()}::timestamptz`

/**
 * Queues jobs that gave up once more, with all their attempts. Of those of one key the last runs, and none where another
 * one of that key waits already or is set aside; the others are taken for merged with it. Answers how many were settled.
 */
export const retryFailed = async (db: Db, jobs: FailedJobs): Promise<number> => {
  const result = await db.execute(sql`
    with given as (
      select id, unique_key, row_number() over (partition by coalesce(unique_key, id::text) order by finished_at desc, id desc)
        as place
      from jobs where status = 'failed' and ${chosen(jobs)}
    )
    update jobs j set
      deaths = 0, set_aside = false,
      status = case when again then 'queued' else 'merged' end,
      attempts = case when again then 0 else attempts end,
      run_at = case when again then now() else run_at end,
      finished_at = case when again then null else finished_at end
    from (
      select g.id, g.place = 1 and (g.unique_key is null or not exists (
        select 1 from jobs o where o.unique_key = g.unique_key and o.id <> g.id and (o.finished_at is null or o.set_aside))) as again from given g
    ) g where j.id = g.id and j.status = 'failed'`)
  return result.rowCount ?? 0
}

/** Lets jobs go that gave up; answers how many. */
export const discardFailed = async (db: Db, jobs: FailedJobs): Promise<number> => {
  const result = await db.execute(
    sql`update jobs set status = 'canceled', set_aside = false where status = 'failed' and ${chosen(jobs)}`,
  )
  return result.rowCount ?? 0
}
