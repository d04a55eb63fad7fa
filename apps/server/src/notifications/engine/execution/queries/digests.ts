import type { PoolClient } from 'pg'
import type { JobDetail } from '#server/db/schema/notifications/runs.ts'
import type { JobRow } from './jobs.ts'

/** Lets one at a time decide about the windows of a scope, until the end of the transaction. */
export const lockScope = (client: PoolClient, scope: string) =>
  client.query({
    name: 'notification_digest_lock',
    text: `select pg_advisory_xact_lock(hashtextextended($1, 7))`,
    values: [scope],
  })

/** Whether this process still holds the job by this claim; keeps it from others until the end of the transaction. */
export const holdJob = async (
  client: PoolClient,
  owner: string,
  { id, attempts }: Pick<JobRow, 'id' | 'attempts'>,
): Promise<boolean> => {
  const result = await client.query({
    name: 'notification_job_hold',
    text: `select 1 from notification_jobs where id = $1 and lease_owner = $2 and attempts = $3
      and status || '' = 'running' for update`,
    values: [id, owner, attempts],
  })
  return result.rows.length > 0
}

/** The job whose window is open in a scope, kept from whoever would close it. */
export const lockHead = async (client: PoolClient, scope: string): Promise<string | null> => {
  const result = await client.query<{ id: string }>({
    name: 'notification_digest_head',
    text: `select id from notification_jobs where digest_scope = $1 and status = 'delayed' and merged_into is null
      order by created_at, id limit 1 for update`,
    values: [scope],
  })
  return result.rows[0]?.id ?? null
}

/** Whether another event of the scope came since then. */
export const hasEarlier = async (client: PoolClient, scope: string, since: Date, id: string): Promise<boolean> => {
  const result = await client.query({
    name: 'notification_digest_earlier',
    text: `select 1 from notification_jobs where digest_scope = $1 and created_at >= $2 and id <> $3 limit 1`,
    values: [scope, since, id],
  })
  return result.rows.length > 0
}

/** Takes a job, and everything after it in its run, into the window of another one. */
export const mergeInto = async (
  client: PoolClient,
  job: JobRow,
  { head, scope, detail, now }: { head: string; scope: string; detail: JobDetail; now: Date },
) => {
  await client.query({
    name: 'notification_digest_merge',
    text: `update notification_jobs set status = 'merged', merged_into = $2, updated_at = $5, lease_owner = null,
        lease_until = null, digest_scope = case when id = $1 then $3 else digest_scope end,
        details = case when id = $1 then details || $4::jsonb else details end
      where id = $1 or (run_id = $6 and step_index > $7 and status || '' = 'pending')`,
    values: [job.id, head, scope, JSON.stringify([detail]), now, job.runId, job.stepIndex],
  })
}

/**
 * Payloads of the events that joined a window, in the order in which they came, as many as fit into `limit` and `bytes`;
 * and how many events there are.
 */
export const findMergedPayloads = async (
  client: Pick<PoolClient, 'query'>,
  head: string,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<{ payloads: Record<string, unknown>[]; total: number }> => {
  const result = await client.query<{ payloads: Record<string, unknown>[]; total: number }>({
    name: 'notification_digest_events',
    text: `select coalesce(json_agg(payload order by place) filter (where place <= $2 and size <= $3), '[]') as payloads,
        count(*)::int as total
      from (
        select e.payload, row_number() over came as place, sum(octet_length(e.payload::text)) over came as size
        from notification_jobs j
        join notification_runs r on r.id = j.run_id join notification_events e on e.id = r.event_id
        where j.merged_into = $1 and j.status = 'merged' and j.type = 'digest' and j.digest_scope is not null
        window came as (order by j.created_at, j.id)
      ) merged`,
    values: [head, limit, bytes],
  })
  return result.rows[0] ?? { payloads: [], total: 0 }
}

/** Jobs of a transaction that may still be canceled, locked. */
export const lockTransactionJobs = async (client: PoolClient, environmentId: string, transactionId: string) => {
  const result = await client.query<JobRow>({
    text: `select j.id, j.run_id as "runId", j.step_index as "stepIndex", j.status, j.type, j.run_at as "runAt",
        j.digest, j.digest_scope as "digestScope"
      from notification_events e join notification_runs r on r.event_id = e.id join notification_jobs j on j.run_id = r.id
      where e.environment_id = $1 and e.transaction_id = $2 and j.status in ('delayed', 'merged', 'pending')
      order by j.id for update of j`,
    values: [environmentId, transactionId],
  })
  return result.rows
}

export const cancelJobs = (client: PoolClient, ids: readonly string[], detail: JobDetail, now: Date) =>
  client.query({
    text: `update notification_jobs set status = 'canceled', details = details || $2::jsonb, updated_at = $3
      where id = any($1::text[])`,
    values: [ids, JSON.stringify([detail]), now],
  })

/** Lets the oldest follower of a window that lost its head take over. */
export const promoteFollower = async (client: PoolClient, head: JobRow, detail: JobDetail, now: Date) => {
  const found = await client.query<{ id: string; run_id: string; step_index: number }>({
    text: `select id, run_id, step_index from notification_jobs where merged_into = $1 and type = 'digest'
      and status = 'merged' and digest_scope is not null order by created_at, id limit 1 for update`,
    values: [head.id],
  })
  const [next] = found.rows
  if (!next) return
  await client.query({
    text: `update notification_jobs set status = 'delayed', merged_into = null, run_at = $2, digest = $3,
      details = details || $4::jsonb, updated_at = $5 where id = $1`,
    values: [next.id, head.runAt, JSON.stringify(head.digest ?? {}), JSON.stringify([detail]), now],
  })
  await client.query({
    text: `update notification_jobs set status = 'pending', merged_into = null, updated_at = $3
      where run_id = $1 and step_index > $2 and status = 'merged' and merged_into = $4`,
    values: [next.run_id, next.step_index, now, head.id],
  })
  await client.query({
    text: `update notification_jobs set merged_into = $2 where merged_into = $1 and status = 'merged'`,
    values: [head.id, next.id],
  })
}

/** Opens a window with this job as its head, or lets it through; remembers the scope in both cases. */
export const recordDigest = (
  client: PoolClient,
  id: string,
  input: { scope: string; digest: JobRow['digest']; runAt: Date; details: JobDetail[]; now: Date },
) =>
  client.query({
    name: 'notification_digest_record',
    text: `update notification_jobs set digest_scope = $2, updated_at = $6,
        status = case when $3::jsonb is null then status else 'delayed' end, digest = $3,
        run_at = case when $3::jsonb is null then run_at else $4 end,
        details = case when $3::jsonb is null then details else details || $5::jsonb end,
        lease_owner = case when $3::jsonb is null then lease_owner end,
        lease_until = case when $3::jsonb is null then lease_until end
      where id = $1`,
    values: [
      id,
      input.scope,
      input.digest && JSON.stringify(input.digest),
      input.runAt,
      JSON.stringify(input.details),
      input.now,
    ],
  })
