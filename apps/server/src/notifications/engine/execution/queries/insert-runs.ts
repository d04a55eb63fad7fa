import type { Pool } from 'pg'
import type { EventRow } from './events.ts'
import type { NewJob, NewMessage, NewRun } from './writes.ts'

/**
 * Writes the runs of events of one environment with everything that was already done for them, in one statement: events
 * that are accepted only now are inserted, those that were stored before are ended. An event whose transaction is known
 * brings no runs; a run that is there already (someone else processed the event) brings no jobs and no messages.
 *
 * Each field of a JSON row costs about a microsecond, so rows carry only what the rows they belong to do not say.
 */
export const insertRunsSql = `with accepted as (
    insert into notification_events (id, environment_id, transaction_id, workflow_id, workflow_version, kind, recipients,
      payload, overrides, actor, tenant_id, attachments, depth, is_test, state, attempts, created_at, processed_at)
    select id, $8, t, w, v, k, r, p, coalesce(o, '{}'), a, tenant, files, coalesce(d, 0), coalesce(test, false), 2, 1, at,
      $7::timestamptz
    from json_to_recordset($1::json) as e(id text, t text, w text, v int, k text, r jsonb, p jsonb, o jsonb, a jsonb,
      tenant text, files jsonb, d smallint, test boolean, at timestamptz)
    on conflict (environment_id, transaction_id) do nothing
    returning id, transaction_id, workflow_id, workflow_version, tenant_id, payload, created_at
  ), sources as (
    select * from accepted union all
    select id, transaction_id, workflow_id, workflow_version, tenant_id, payload, created_at from notification_events
    where id = any($5::text[])
  ), begun as (
    insert into notification_runs (id, environment_id, event_id, workflow_id, workflow_version, subscriber_id, actor_id,
      tenant_id, transaction_id, channels, created_at)
    select r.id, $8, s.id, s.workflow_id, s.workflow_version, r.s, r.a, s.tenant_id, s.transaction_id, r.c, $7::timestamptz
    from json_to_recordset($2::json) as r(id text, e text, s text, a text, c text[]) join sources s on s.id = r.e
    on conflict (event_id, subscriber_id) do nothing returning id, event_id, subscriber_id, actor_id
  ), jobs_in as (
    insert into notification_jobs (id, environment_id, run_id, step_index, step_id, type, status, priority, run_at,
      digest, provider_id, output, details, created_at, updated_at)
    select j.id, $8, b.id, j.i, j.step, j.type, j.status, j.priority, j.at, j.digest, j.provider, j.output, j.details,
      $7::timestamptz, $7::timestamptz
    from json_to_recordset($3::json) as j(id text, r text, i smallint, step text, type text, status text,
      priority smallint, at timestamptz, digest jsonb, provider text, output jsonb, details jsonb)
    join begun b on b.id = j.r
  ), messages_in as (
    insert into notification_messages (id, environment_id, run_id, job_id, workflow_id, workflow_identifier, template_id,
      subscriber_id, transaction_id, channel, provider_id, integration_id, feed_id, content, cta, actor, actor_id, payload,
      status, created_at, updated_at, expire_at)
    select m.id, $8, b.id, m.j, s.workflow_id, m.w, m.t, b.subscriber_id, s.transaction_id, 'in_app', m.provider, m.i,
      m.feed, m.content, m.cta, m.actor, b.actor_id,
      case when m.bare then '{}'::jsonb else s.payload end, 'sent', s.created_at, s.created_at, m.expire
    from json_to_recordset($4::json) as m(id text, r text, j text, w text, t text, provider text, i text, feed text,
      content text, cta jsonb, actor jsonb, expire timestamptz, bare boolean)
    join begun b on b.id = m.r join sources s on s.id = b.event_id
  ), ended as (
    update notification_events set state = 2, processed_at = $7::timestamptz, lease_owner = null
    where id = any($6::text[]) and state + 0 < 2
  )
  select id from begun union all select id from accepted`

export type InsertedRuns = {
  environmentId: string
  /** Events that are accepted with their runs. */
  accepted: EventRow[]
  /** Events that were stored before, and those of them that are done with this. */
  stored: string[]
  ended: string[]
  runs: NewRun[]
  jobs: NewJob[]
  /** In-app ones: nothing else is done without being claimed. */
  messages: NewMessage[]
  now: Date
}

const isEmpty = (value: object) => Object.keys(value).length === 0

const eventOf = (event: EventRow) => ({
  id: event.id,
  t: event.transactionId,
  w: event.workflowId,
  v: event.workflowVersion,
  k: event.kind,
  r: event.recipients,
  p: event.payload,
  o: isEmpty(event.overrides) ? undefined : event.overrides,
  a: event.actor ?? undefined,
  tenant: event.tenantId ?? undefined,
  files: event.attachments ?? undefined,
  d: event.depth || undefined,
  test: event.isTest || undefined,
  at: event.createdAt,
})
const runOf = (run: NewRun) => ({
  id: run.id,
  e: run.eventId,
  s: run.subscriberId,
  a: run.actorId ?? undefined,
  c: run.channels,
})
const jobOf = (job: NewJob) => ({
  id: job.id,
  r: job.runId,
  i: job.stepIndex,
  step: job.stepId,
  type: job.type,
  status: job.status,
  priority: job.priority,
  at: job.runAt ?? undefined,
  digest: job.digest ?? undefined,
  provider: job.providerId ?? undefined,
  output: job.output ?? undefined,
  details: job.details,
})
const messageOf = (message: NewMessage) => ({
  id: message.id,
  r: message.runId,
  j: message.jobId,
  w: message.workflowIdentifier,
  t: message.templateId,
  provider: message.providerId,
  i: message.integrationId ?? undefined,
  feed: message.feedId ?? undefined,
  content: message.content,
  cta: message.cta,
  actor: message.actor ?? undefined,
  expire: message.expireAt,
  bare: isEmpty(message.payload) || undefined,
})

/** Answers the ids of the new runs and of the events accepted now. */
export const insertRuns = async (pool: Pool, input: InsertedRuns): Promise<Set<string>> => {
  const result = await pool.query<{ id: string }>({
    name: 'notification_runs_start',
    text: insertRunsSql,
    values: [
      JSON.stringify(input.accepted.map(eventOf)),
      JSON.stringify(input.runs.map(runOf)),
      JSON.stringify(input.jobs.map(jobOf)),
      JSON.stringify(input.messages.map(messageOf)),
      input.stored,
      input.ended,
      input.now,
      input.environmentId,
    ],
  })
  return new Set(result.rows.map((row) => row.id))
}
