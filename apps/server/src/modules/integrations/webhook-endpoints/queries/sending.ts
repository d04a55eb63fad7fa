import type { Pool } from 'pg'

/** Endpoints are dealt to processes by shard. */
export const shardCount = 16

/** The shard of an endpoint: by the last digits of its id, which are random. */
export const shardOf = (endpointId: string): number => Number.parseInt(endpointId.slice(-4), 16) % shardCount

export type EndpointFacts = {
  id: string
  companyId: string
  url: string
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
}

export type DueDelivery = {
  endpointId: string
  companyId: string
  eventId: string
  type: string
  data: Record<string, unknown>
  happenedAt: Date
  tries: number
  /** Others about the same object wait for it. */
  ordered: boolean
}

/** Endpoints for which something is due: one step in the index for each that has something waiting. */
export const waitingEndpointsSql = `with recursive e as (
    (select endpoint_id from webhook_deliveries where state = 'waiting' order by endpoint_id limit 1)
    union all
    select n.endpoint_id from e cross join lateral (
      select d.endpoint_id from webhook_deliveries d
      where d.state = 'waiting' and d.endpoint_id > e.endpoint_id order by d.endpoint_id limit 1) n)
  select endpoint_id as id from e where exists (select 1 from webhook_deliveries d
    where d.endpoint_id = e.endpoint_id and d.state = 'waiting' and d.next_at <= $1)`

export const findWaitingEndpoints = async (pool: Pool, now: Date): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'webhooks_out_waiting',
    text: waitingEndpointsSql,
    values: [now],
  })
  return rows.map(({ id }) => id)
}

/** Endpoints that may be called now. */
export const findEndpoints = async (pool: Pool, ids: readonly string[], now: Date): Promise<EndpointFacts[]> => {
  const { rows } = await pool.query<EndpointFacts>({
    name: 'webhooks_out_endpoints',
    text: `select id, company_id as "companyId", url, secret, previous_secret as "previousSecret",
        previous_until as "previousUntil"
      from webhook_endpoints where id = any($1::uuid[]) and (retry_at is null or retry_at <= $2)`,
    values: [ids, now],
  })
  return rows
}

/**
 * What is due for some endpoints, up to a number for each. Of what concerns one object only the first is, as long as it
 * waits.
 */
export const dueSql = `select d.* from unnest($1::uuid[], $2::int[]) as k(endpoint_id, room)
  join webhook_endpoints e on e.id = k.endpoint_id
  cross join lateral (
    select d.endpoint_id as "endpointId", d.company_id as "companyId", d.event_id as "eventId", d.type, d.data,
      d.happened_at as "happenedAt", d.tries, d.object_key is not null as ordered
    from webhook_deliveries d
    where d.endpoint_id = k.endpoint_id and d.state = 'waiting' and d.next_at <= $3 and (e.enabled or d.forced)
      and (d.object_key is null or not exists (
        select 1 from webhook_deliveries b where b.state = 'waiting' and b.endpoint_id = d.endpoint_id
          and b.object_key = d.object_key and b.seq < d.seq))
    order by d.next_at, d.seq limit k.room) d`

export const findDue = async (
  pool: Pool,
  rooms: readonly { id: string; room: number }[],
  now: Date,
): Promise<DueDelivery[]> => {
  if (rooms.length === 0) return []
  const { rows } = await pool.query<DueDelivery>({
    name: 'webhooks_out_due',
    text: dueSql,
    values: [rooms.map(({ id }) => id), rooms.map(({ room }) => room), now],
  })
  return rows
}

/** Most attempts that the log of a delivery keeps. */
const KEPT_ATTEMPTS = 30

export type SettledDelivery = {
  endpoint_id: string
  event_id: string
  /** How many attempts there had been, by which one that was asked for anew meanwhile is told apart. */
  before: number
  tries: number
  state: 'waiting' | 'delivered' | 'failed'
  next_at: Date | null
  attempt: object
  status: number | null
  error: string | null
  ms: number
  delivered_at: Date | null
}

export const settleSql = `update webhook_deliveries d set state = t.state, tries = t.tries,
    next_at = coalesce(t.next_at, d.next_at), delivered_at = coalesce(t.delivered_at, d.delivered_at),
    attempts = case when jsonb_array_length(d.attempts) >= ${KEPT_ATTEMPTS} then d.attempts - 0 else d.attempts end || t.attempt,
    last_status = t.status, last_error = t.error, last_ms = t.ms
  from json_to_recordset($1::json) as t(endpoint_id uuid, event_id uuid, before smallint, tries smallint, state text,
    next_at timestamptz, attempt jsonb, status int, error text, ms int, delivered_at timestamptz)
  where d.endpoint_id = t.endpoint_id and d.event_id = t.event_id and d.state = 'waiting' and d.tries = t.before`

export const settleDeliveries = async (pool: Pool, rows: readonly SettledDelivery[]): Promise<void> => {
  await pool.query({ name: 'webhooks_out_settle', text: settleSql, values: [JSON.stringify(rows)] })
}

export type EndpointNews = { id: string; succeeded: boolean; rest_until: Date | null }
export type FailingEndpoint = { id: string; companyId: string; failingSince: Date }

/**
 * Notes how endpoints are doing; what changes nothing writes nothing. Answers those that fail now, with since when they
 * have done nothing else.
 */
export const noteEndpoints = async (
  pool: Pool,
  news: readonly EndpointNews[],
  now: Date,
): Promise<FailingEndpoint[]> => {
  const values = [JSON.stringify(news), now]
  const { rows } = await pool.query<FailingEndpoint>({
    name: 'webhooks_out_note',
    text: `with t as (select * from json_to_recordset($1::json) as t(id uuid, succeeded boolean, rest_until timestamptz)),
      noted as (update webhook_endpoints e set
          last_success_at = case when t.succeeded then $2::timestamptz else e.last_success_at end,
          failing_since = case when t.succeeded then null else coalesce(e.failing_since, $2::timestamptz) end,
          retry_at = case when t.succeeded then null else coalesce(t.rest_until, e.retry_at) end
        from t where e.id = t.id and (t.rest_until is not null
          or (t.succeeded and (e.failing_since is not null or e.last_success_at is null
            or e.last_success_at not between $2::timestamptz - interval '10 seconds' and $2::timestamptz))
          or (not t.succeeded and e.failing_since is null)))
      select e.id, e.company_id as "companyId", e.failing_since as "failingSince" from webhook_endpoints e
      join t on t.id = e.id where not t.succeeded and e.enabled and e.failing_since is not null`,
    values,
  })
  return rows
}

/** Moves what waits to be tried again, of the endpoints of some shards, by so many seconds. */
export const moveRetries = async (pool: Pool, shards: readonly number[], seconds: number): Promise<void> => {
  await pool.query(
    `update webhook_deliveries set next_at = next_at + make_interval(secs => $2)
      where ('x' || right(endpoint_id::text, 4))::bit(16)::int % ${shardCount} = any($1::int[])
        and state = 'waiting' and next_at > '-infinity'`,
    [shards, seconds],
  )
}
