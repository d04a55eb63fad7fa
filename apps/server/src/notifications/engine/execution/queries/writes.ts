import type { Pool } from 'pg'
import type { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import type { JobDetail, notificationJobs, notificationRuns } from '#server/db/schema/notifications/runs.ts'

export type NewRun = typeof notificationRuns.$inferSelect
export type NewJob = typeof notificationJobs.$inferSelect
export type NewMessage = Omit<
  typeof notificationMessages.$inferSelect,
  'seenAt' | 'readAt' | 'deletedAt' | 'updatedAt' | 'archivedAt' | 'snoozedUntil'
>

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
    created_at = excluded.created_at, updated_at = excluded.created_at, seen_at = null, read_at = null,
    archived_at = null, snoozed_until = null`

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
 * this process still holds by that claim. A job that stays `running` keeps its lease. Answers the claims that held.
 */
export const recordJobsSql = `with held as (
    select id from notification_jobs where id = any($1::text[]) and status = 'running' and lease_owner = $2
      and attempts = ($6::int[])[array_position($1::text[], id)] for update
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
  input: {
    claims: { id: string; attempt: number }[]
    jobs: JobUpdate[]
    messages: (NewMessage & { claimId: string })[]
    now: Date
  },
): Promise<Set<string>> => {
  const result = await pool.query<{ id: string }>({
    name: 'notification_jobs_record',
    text: recordJobsSql,
    values: [
      input.claims.map(({ id }) => id),
      owner,
      JSON.stringify(input.jobs),
      JSON.stringify(input.messages),
      input.now,
      input.claims.map(({ attempt }) => attempt),
    ],
  })
  return new Set(result.rows.map((row) => row.id))
}
