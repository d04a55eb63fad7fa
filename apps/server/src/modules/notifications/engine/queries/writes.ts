import type { Pool } from 'pg'
import type {
  JobDetail,
  notificationJobs,
  notificationMessages,
  notificationRuns,
} from '../../../../db/schema/notifications.ts'
import { type EventRow, insertEventsSql } from './events.ts'

export type NewRun = typeof notificationRuns.$inferSelect
export type NewJob = typeof notificationJobs.$inferSelect
export type NewMessage = Omit<typeof notificationMessages.$inferSelect, 'seenAt' | 'readAt' | 'deletedAt' | 'updatedAt'>

const jobRow = `id text, "environmentId" text, "runId" text, "stepIndex" smallint, "stepId" text, type text, status text,
  priority smallint, "runAt" timestamptz, "digestScope" text, digest jsonb, "mergedInto" text, "providerId" text,
  output jsonb, details jsonb, "createdAt" timestamptz`
const messageRow = `id text, "environmentId" text, "runId" text, "jobId" text, target text, "workflowId" text,
  "workflowIdentifier" text, "templateId" text, "subscriberId" text, "transactionId" text, channel text, "providerId" text,
  "integrationId" text, "feedId" text, subject text, title text, content text, cta jsonb, actor jsonb, "actorId" text,
  payload jsonb, address text, status text, "errorCode" int, "errorText" text, "providerMessageId" text,
  "createdAt" timestamptz, "expireAt" timestamptz`

const insertMessages = (from: string) => `insert into notification_messages (id, environment_id, run_id, job_id, target,
    workflow_id, workflow_identifier, template_id, subscriber_id, transaction_id, channel, provider_id, integration_id,
    feed_id, subject, title, content, cta, actor, actor_id, payload, address, status, error_code, error_text,
    provider_message_id, created_at, updated_at, expire_at)
  select id, "environmentId", "runId", "jobId", target, "workflowId", "workflowIdentifier", "templateId", "subscriberId",
    "transactionId", channel, "providerId", "integrationId", "feedId", subject, title, content, cta, actor, "actorId",
    payload, address, status, "errorCode", "errorText", "providerMessageId", "createdAt", "createdAt", "expireAt" ${from}
  on conflict (job_id, target) do update set content = excluded.content, subject = excluded.subject,
    title = excluded.title, cta = excluded.cta, address = excluded.address, status = excluded.status,
    provider_id = excluded.provider_id, integration_id = excluded.integration_id, error_code = excluded.error_code,
    error_text = excluded.error_text, provider_message_id = excluded.provider_message_id,
    created_at = excluded.created_at, updated_at = excluded.created_at, seen_at = null, read_at = null`

/**
 * Writes the runs of events with everything that was already done for them, in one statement: events that are accepted
 * only now are inserted, those that were stored before are ended. An event whose transaction is known brings no runs; a
 * run that is there already (somebody else processed the event) brings no jobs and no messages.
 */
export const startRunsSql = `with accepted as (
    ${insertEventsSql('$6', 2, '$5::timestamptz')}
  ), begun as (
    insert into notification_runs (id, environment_id, event_id, workflow_id, workflow_version, subscriber_id, actor_id,
      tenant_id, transaction_id, channels, created_at)
    select id, "environmentId", "eventId", "workflowId", "workflowVersion", "subscriberId", "actorId", "tenantId",
      "transactionId", channels, "createdAt"
    from json_to_recordset($1::json) as t(id text, "environmentId" text, "eventId" text, "workflowId" text,
      "workflowVersion" int, "subscriberId" text, "actorId" text, "tenantId" text, "transactionId" text, channels text[],
      "createdAt" timestamptz)
    where "eventId" in (select id from accepted) or "eventId" = any($7::text[])
    on conflict (event_id, subscriber_id) do nothing returning id
  ), jobs_in as (
    insert into notification_jobs (id, environment_id, run_id, step_index, step_id, type, status, priority, run_at,
      digest_scope, digest, merged_into, provider_id, output, details, created_at, updated_at)
    select id, "environmentId", "runId", "stepIndex", "stepId", type, status, priority, "runAt", "digestScope", digest,
      "mergedInto", "providerId", output, details, "createdAt", "createdAt"
    from json_to_recordset($2::json) as t(${jobRow}) where "runId" in (select id from begun)
  ), messages_in as (
    ${insertMessages(`from json_to_recordset($3::json) as t(${messageRow}) where "runId" in (select id from begun)`)}
  ), ended as (
    update notification_events set state = 2, processed_at = $5, lease_owner = null
    where id = any($4::text[]) and state + 0 < 2
  )
  select id from begun union all select id from accepted`

export type StartedRuns = {
  runs: NewRun[]
  jobs: NewJob[]
  messages: NewMessage[]
  /** Events that are accepted with their runs. */
  accepted: EventRow[]
  /** Events that were stored before, and those of them that are done with this. */
  stored: string[]
  ended: string[]
  now: Date
}

/** Answers the ids of the new runs and of the events accepted now. */
export const startRuns = async (pool: Pool, input: StartedRuns): Promise<Set<string>> => {
  const result = await pool.query<{ id: string }>({
    name: 'notification_runs_start',
    text: startRunsSql,
    values: [
      JSON.stringify(input.runs),
      JSON.stringify(input.jobs),
      JSON.stringify(input.messages),
      input.ended,
      input.now,
      JSON.stringify(input.accepted),
      input.stored,
    ],
  })
  return new Set(result.rows.map((row) => row.id))
}

/** What changes about a job. Details are added to those it has; absent values stay as they are. */
export type JobUpdate = {
  id: string
  /** The claimed job that this belongs to: nothing of it is written when another process has that one now. */
  claimId: string
  status: NewJob['status']
  runAt?: Date | null
  digest?: NewJob['digest']
  digestScope?: string | null
  mergedInto?: string | null
  providerId?: string | null
  output?: Record<string, unknown> | null
  /** Set when a provider is about to be called, cleared when it certainly was not. */
  calledAt?: Date | null
  clearCall?: boolean
  /** The attempt does not count. */
  details: JobDetail[]
}

/**
 * Writes what became of claimed jobs and of the steps after them, with their messages, in one statement, for those that
 * this process still holds. A job that stays `running` keeps its lease. Answers the claims that held.
 */
export const recordJobsSql = `with held as (
    select id from notification_jobs where id = any($1::text[]) and status = 'running' and lease_owner = $2 for update
  ), jobs_out as (
    update notification_jobs j set status = u.status, run_at = coalesce(u."runAt", j.run_at),
      digest = coalesce(u.digest, j.digest), digest_scope = coalesce(u."digestScope", j.digest_scope),
      merged_into = coalesce(u."mergedInto", j.merged_into), provider_id = coalesce(u."providerId", j.provider_id),
      output = coalesce(u.output, j.output), details = j.details || u.details, updated_at = $5,
      called_at = case when u."clearCall" then null else coalesce(u."calledAt", j.called_at) end,
      lease_owner = case when u.status = 'running' then j.lease_owner end,
      lease_until = case when u.status = 'running' then j.lease_until end
    from json_to_recordset($3::json) as u(id text, "claimId" text, status text, "runAt" timestamptz, digest jsonb,
      "digestScope" text, "mergedInto" text, "providerId" text, output jsonb, "calledAt" timestamptz, "clearCall" boolean,
      details jsonb)
    where j.id = u.id and u."claimId" in (select id from held) and (j.id = u."claimId" or j.status || '' = 'pending')
    returning j.id
  ), messages_out as (
    ${insertMessages(
      `from json_to_recordset($4::json) as t(${messageRow}, "claimId" text) where "claimId" in (select id from held)
        and "jobId" in (select id from jobs_out)`,
    )}
  )
  select id from held`

export const recordJobs = async (
  pool: Pool,
  owner: string,
  input: { claims: string[]; jobs: JobUpdate[]; messages: (NewMessage & { claimId: string })[]; now: Date },
): Promise<Set<string>> => {
  const result = await pool.query<{ id: string }>({
    name: 'notification_jobs_record',
    text: recordJobsSql,
    values: [input.claims, owner, JSON.stringify(input.jobs), JSON.stringify(input.messages), input.now],
  })
  return new Set(result.rows.map((row) => row.id))
}
