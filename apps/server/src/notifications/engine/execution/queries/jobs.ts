import type { Pool } from 'pg'
import type { Claim, EventRow } from './events.ts'
import type { NewJob } from './writes.ts'

export type JobRow = NewJob
export type RunRow = {
  id: string
  environmentId: string
  eventId: string
  workflowId: string
  workflowVersion: number
  subscriberId: string
  actorId: string | null
  tenantId: string | null
  transactionId: string
  createdAt: Date
}

const jobColumns = `id, environment_id as "environmentId", run_id as "runId", step_index as "stepIndex",
  step_id as "stepId", type, status, priority, run_at as "runAt", lease_owner as "leaseOwner", lease_until as "leaseUntil",
  attempts, called_at as "calledAt", digest_scope as "digestScope", digest, merged_into as "mergedInto",
  provider_id as "providerId", output, details, created_at as "createdAt", updated_at as "updatedAt"`

/**
 * Claims jobs whose time has come, dealt round robin to the environments that have some, whose job waits longest first:
 * they are found by skipping along the index, and ids are fetched first, so that the update reads exactly those rows.
 */
export const claimJobsSql = `with recursive environments as (
    (select environment_id from notification_jobs where status in ('queued', 'delayed') order by environment_id limit 1)
    union all
    select (select j.environment_id from notification_jobs j where j.status in ('queued', 'delayed')
      and j.environment_id > e.environment_id order by j.environment_id limit 1)
    from environments e where e.environment_id is not null
  ), dealt as (
    select picked.* from (select environment_id from environments where environment_id is not null) e
    cross join lateral (
      select d.id, d.priority, d.run_at, row_number() over (order by d.priority, d.run_at, d.id) as turn from (
        select due.* from generate_series(0, 10, 5) as p(priority) cross join lateral (
          select id, j.priority, run_at from notification_jobs j where environment_id = e.environment_id
            and j.priority = p.priority and status in ('queued', 'delayed') and run_at <= $2 order by run_at, id limit $4
        ) due
      ) d order by d.priority, d.run_at, d.id limit $4
    ) picked
  )
  update notification_jobs set status = 'running', lease_owner = $1, lease_until = $3, attempts = attempts + 1
  where id = any(array(
    select id from notification_jobs where id = any(array(select id from dealt order by turn, priority, run_at limit $4))
      and status in ('queued', 'delayed') for update skip locked
  )) returning ${jobColumns}`

export const claimJobs = async (pool: Pool, { owner, now, leaseUntil, limit }: Claim): Promise<JobRow[]> => {
  const result = await pool.query<JobRow>({
    name: 'notification_jobs_claim',
    text: claimJobsSql,
    values: [owner, now, leaseUntil, limit],
  })
  return result.rows.sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
}

/** Jobs whose process died: those that had called a provider are claimed, the others go back to the queue. */
export const reclaimJobs = async (
  pool: Pool,
  owner: string,
  now: Date,
  leaseUntil: Date,
): Promise<{ called: JobRow[]; queued: number }> => {
  const queued = await pool.query({
    name: 'notification_jobs_requeue',
    text: `update notification_jobs set status = 'queued', run_at = $1, lease_owner = null, lease_until = null
      where id = any(array(select id from notification_jobs where status = 'running' and lease_until <= $1
        and called_at is null limit 500 for update skip locked))`,
    values: [now],
  })
  const called = await pool.query<JobRow>({
    name: 'notification_jobs_orphans',
    text: `update notification_jobs set lease_owner = $2, lease_until = $3, attempts = attempts + 1
      where id = any(array(select id from notification_jobs where status = 'running' and lease_until <= $1
        and called_at is not null limit 100 for update skip locked)) returning ${jobColumns}`,
    values: [now, owner, leaseUntil],
  })
  return { called: called.rows, queued: queued.rowCount ?? 0 }
}

export const releaseJobs = (pool: Pool, owner: string, now: Date) =>
  pool.query({
    text: `update notification_jobs set status = 'queued', run_at = $2, lease_owner = null, lease_until = null
      where lease_owner = $1 and status = 'running' and called_at is null`,
    values: [owner, now],
  })

/** Keeps jobs that are being worked on. */
export const extendLeases = (pool: Pool, owner: string, ids: readonly string[], leaseUntil: Date) =>
  pool.query({
    name: 'notification_jobs_extend',
    text: `update notification_jobs set lease_until = $3 where id = any($2::text[]) and lease_owner = $1 and status || '' = 'running'`,
    values: [owner, ids, leaseUntil],
  })

export const findRuns = async (pool: Pool, ids: readonly string[]): Promise<RunRow[]> => {
  const result = await pool.query<RunRow>({
    name: 'notification_runs_by_id',
    text: `select id, environment_id as "environmentId", event_id as "eventId", workflow_id as "workflowId",
      workflow_version as "workflowVersion", subscriber_id as "subscriberId", actor_id as "actorId",
      tenant_id as "tenantId", transaction_id as "transactionId", created_at as "createdAt"
      from notification_runs where id = any($1::text[])`,
    values: [ids],
  })
  return result.rows
}

export const findEventsById = async (pool: Pool, ids: readonly string[]): Promise<EventRow[]> => {
  const result = await pool.query<EventRow>({
    name: 'notification_events_by_id',
    text: `select id, environment_id as "environmentId", transaction_id as "transactionId", workflow_id as "workflowId",
      workflow_version as "workflowVersion", kind, recipients, payload, overrides, actor, tenant_id as "tenantId",
      attachments, depth, is_test as "isTest", lease_owner as "leaseOwner", lease_until as "leaseUntil", attempts, cursor,
      created_at as "createdAt" from notification_events where id = any($1::text[])`,
    values: [ids],
  })
  return result.rows
}

/** All jobs of runs, in order: what a step after a digest, a custom step or a condition looks at. */
export const findJobsOfRuns = async (pool: Pool, runIds: readonly string[]): Promise<JobRow[]> => {
  const result = await pool.query<JobRow>({
    name: 'notification_jobs_of_runs',
    text: `select ${jobColumns} from notification_jobs where run_id = any($1::text[]) order by run_id, step_index`,
    values: [runIds],
  })
  return result.rows
}

/** Ids of the messages that earlier attempts made, by job and target. */
export const findMessageIds = async (pool: Pool, jobIds: readonly string[]): Promise<Map<string, string>> => {
  const result = await pool.query<{ id: string; job_id: string; target: string }>({
    name: 'notification_message_ids',
    text: `select id, job_id, target from notification_messages where job_id = any($1::text[])`,
    values: [jobIds],
  })
  return new Map(result.rows.map(({ id, job_id: jobId, target }) => [`${jobId}:${target}`, id]))
}

export const findMessageFlags = async (pool: Pool, jobId: string): Promise<{ seen: boolean; read: boolean } | null> => {
  const result = await pool.query<{ seen: boolean; read: boolean }>({
    name: 'notification_message_flags',
    text: `select bool_or(seen_at is not null) as seen, bool_or(read_at is not null) as read
      from notification_messages where job_id = $1 having count(*) > 0`,
    values: [jobId],
  })
  return result.rows[0] ?? null
}
