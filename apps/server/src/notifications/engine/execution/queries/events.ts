import type { Pool } from 'pg'
import type { Ctx } from '#server/context.ts'
import type { notificationEvents } from '#server/db/schema/notifications/runs.ts'
import { queryPrepared } from '#server/notifications/shared/queries/prepared.ts'

export type EventRow = Omit<typeof notificationEvents.$inferSelect, 'state' | 'processedAt' | 'error'>

const insertSql = `insert into notification_events (id, environment_id, transaction_id, workflow_id, workflow_version, kind,
    recipients, payload, overrides, actor, tenant_id, attachments, depth, is_test, lease_owner, lease_until, attempts,
    created_at)
  select id, "environmentId", "transactionId", "workflowId", "workflowVersion", kind, recipients, payload, overrides,
    actor, "tenantId", attachments, depth, "isTest", "leaseOwner", "leaseUntil", attempts, "createdAt"
  from json_to_recordset($1::json) as t(id text, "environmentId" text, "transactionId" text, "workflowId" text,
    "workflowVersion" int, kind text, recipients jsonb, payload jsonb, overrides jsonb, actor jsonb, "tenantId" text,
    attachments jsonb, depth smallint, "isTest" boolean, "leaseOwner" text, "leaseUntil" timestamptz, attempts smallint,
    "createdAt" timestamptz)
  on conflict (environment_id, transaction_id) do nothing returning id`

/**
 * Stores accepted events; answers the ids of those whose transaction is new. A lease keeps them for the process that
 * has them in hand.
 */
export const insertEvents = async (
  ctx: Pick<Ctx, 'db' | 'deps' | 'inTransaction'>,
  events: readonly EventRow[],
): Promise<Set<string>> => {
  const statement = { name: 'notification_events_insert', text: insertSql }
  const rows = await queryPrepared<{ id: string }>(ctx, statement, [JSON.stringify(events)])
  return new Set(rows.map((row) => row.id))
}

const eventColumns = `id, environment_id as "environmentId", transaction_id as "transactionId", workflow_id as "workflowId",
  workflow_version as "workflowVersion", kind, recipients, payload, overrides, actor, tenant_id as "tenantId", attachments,
  depth, is_test as "isTest", lease_owner as "leaseOwner", lease_until as "leaseUntil", attempts, cursor,
  created_at as "createdAt"`

/** Payloads of one claim may be this large together; one event is always taken. */
const CLAIM_BYTES = 32 * 1024 * 1024

export const claimEventsSql = `with due as materialized (
    select id, lease_until, pg_column_size(payload) as size from notification_events
    where state < 2 and lease_until <= $2 order by lease_until, id limit $4 for update skip locked
  ), fitting as (
    select id, sum(size) over (order by lease_until, id) - size as before from due
  )
  update notification_events set lease_owner = $1, lease_until = $3, attempts = attempts + 1
  where id = any(array(select id from fitting where before < ${CLAIM_BYTES})) returning ${eventColumns}`

/** For whom rows are claimed, from when and until when, and how many at most. */
export type Claim = { owner: string; now: Date; leaseUntil: Date; limit: number }

/** Claims events that are unclaimed, or whose process did not finish them in time. */
export const claimEvents = async (pool: Pool, { owner, now, leaseUntil, limit }: Claim): Promise<EventRow[]> => {
  const result = await pool.query<EventRow>({
    name: 'notification_events_claim',
    text: claimEventsSql,
    values: [owner, now, leaseUntil, limit],
  })
  return result.rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Remembers how far a large event has come, for whoever goes on; false when another process does already. */
export const recordCursor = async (
  pool: Pool,
  { owner, id, cursor, leaseUntil }: { owner: string; id: string; cursor: string; leaseUntil: Date },
): Promise<boolean> => {
  const result = await pool.query({
    name: 'notification_events_cursor',
    text: `update notification_events set cursor = $3, lease_until = $4 where id = $1 and lease_owner = $2 and state < 2`,
    values: [id, owner, cursor, leaseUntil],
  })
  return result.rowCount === 1
}

export const finishEvents = (pool: Pool, ids: readonly string[], now: Date) =>
  pool.query({
    name: 'notification_events_finish',
    text: `update notification_events set state = 2, processed_at = $2, lease_owner = null where id = any($1::text[]) and state + 0 < 2`,
    values: [ids, now],
  })

/** Puts an event back that could not be processed, or gives it up. */
export const postponeEvent = (pool: Pool, id: string, error: string, until: Date | null) =>
  pool.query({
    text: `update notification_events set lease_owner = null, lease_until = coalesce($3, lease_until), error = $2,
      state = case when $3::timestamptz is null then 3 else state end where id = $1 and state < 2`,
    values: [id, error.slice(0, 2000), until],
  })

/** Events in hand of a process that stops. */
export const releaseEvents = (pool: Pool, owner: string, now: Date) =>
  pool.query({
    text: `update notification_events set lease_owner = null, lease_until = $2 where lease_owner = $1 and state < 2`,
    values: [owner, now],
  })
