import { sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { Ctx } from '#server/context.ts'

export type StoredEvent = {
  id: string
  shard: number
  receivedAt: Date
  accountId: string | null
  body: Buffer
  /** It was processed before and is being replayed. */
  repeated?: boolean
}

/** Stores bodies in one statement; they travel as one binary value, cut apart by the database. */
export const insertEvents = async (pool: Pool, events: readonly StoredEvent[]): Promise<void> => {
  const offsets: number[] = []
  let offset = 1
  for (const event of events) {
    offsets.push(offset)
    offset += event.body.length
  }
  await pool.query({
    name: 'webhook_events_insert',
    text: `insert into webhook_events (id, shard, received_at, account_id, body)
      select id, shard, received_at, account_id, substring($7::bytea from starts for length)
      from unnest($1::uuid[], $2::smallint[], $3::timestamptz[], $4::uuid[], $5::int[], $6::int[])
        as t(id, shard, received_at, account_id, starts, length)`,
    values: [
      events.map((event) => event.id),
      events.map((event) => event.shard),
      events.map((event) => event.receivedAt),
      events.map((event) => event.accountId),
      offsets,
      events.map((event) => event.body.length),
      Buffer.concat(events.map((event) => event.body)),
    ],
  })
}

export const waitingSql = `select id, shard, "receivedAt", "accountId", body, repeated from (
    select w.*, sum(octet_length(body)) over (order by shard, id) - octet_length(body) as before from (
      select id, shard, received_at as "receivedAt", account_id as "accountId", body, processed_at is not null as repeated
      from webhook_events where shard = $1 and state = 0 and not id = any($2::uuid[]) order by shard, id limit $3) w) w
  where before < $4 order by shard, id`

/**
 * The oldest waiting bodies of a shard, without those that are already in hand: at most so many, and none after those that
 * fill so many bytes.
 */
export const findWaiting = async (
  pool: Pool,
  shard: number,
  without: readonly string[],
  most: { count: number; bytes: number },
): Promise<StoredEvent[]> => {
  const result = await pool.query<StoredEvent>({
    name: 'webhook_events_waiting',
    text: waitingSql,
    values: [shard, without, most.count, most.bytes],
  })
  return result.rows
}

export const busySql = `select s as shard from unnest($1::smallint[]) s
  where exists (select 1 from webhook_events where shard = s and state = 0)`

/** Those of these shards in which bodies wait. */
export const findBusyShards = async (pool: Pool, shards: readonly number[]): Promise<number[]> => {
  const result = await pool.query<{ shard: number }>({ name: 'webhook_events_busy', text: busySql, values: [shards] })
  return result.rows.map((row) => row.shard)
}

export const takeSql = `update webhook_events set state = 1, processed_at = now(), attempts = attempts + 1, error = null
  where id = any($1::uuid[]) and state + 0 = 0 returning id`

/** Marks bodies as processed, in the transaction that processes them; returns those not yet taken by another process. */
export const takeEvents = async (client: PoolClient, ids: readonly string[]): Promise<Set<string>> => {
  const result = await client.query<{ id: string }>({ name: 'webhook_events_take', text: takeSql, values: [ids] })
  return new Set(result.rows.map((row) => row.id))
}

/** Sets a body aside that cannot be processed. */
export const failEvent = async (pool: Pool, id: string, error: string): Promise<void> => {
  await pool.query({
    text: `update webhook_events set state = 2, error = $2, attempts = attempts + 1, processed_at = null where id = $1 and state = 0`,
    values: [id, error.slice(0, 2000)],
  })
}

/** Puts a processed or failed body back among the waiting ones; null when there is none of this id. */
export const requeueEvent = async (db: Pick<Pool, 'query'>, id: string): Promise<number | null> => {
  const result = await db.query<{ shard: number }>({
    text: `update webhook_events set state = 0, error = null where id = $1 returning shard`,
    values: [id],
  })
  return result.rows[0]?.shard ?? null
}

/** Puts bodies that could not be processed back among the waiting ones; answers the shard of each. */
export const requeueFailed = async (ctx: Ctx): Promise<number[]> => {
  const { rows } = await ctx.db.execute<{ shard: number }>(
    sql`update webhook_events set state = 0, error = null where state = 2 returning shard`,
  )
  return rows.map(({ shard }) => shard)
}

export const oldestSql = `select min(e.received_at) as oldest from generate_series(0, $1 - 1) s
  cross join lateral (select received_at from webhook_events where shard = s and state = 0 order by shard, id limit 1) e`

/** When the oldest waiting body arrived, or null. */
export const findOldestWaiting = async (pool: Pool, shards: number): Promise<Date | null> => {
  const result = await pool.query<{ oldest: Date | null }>({
    name: 'webhook_events_oldest',
    text: oldestSql,
    values: [shards],
  })
  return result.rows[0]?.oldest ?? null
}

const DELETE_CHUNK = 2000

/** Removes bodies past their time, some at a time; answers how many. Those that wait are kept. */
export const deleteOldEvents = async (pool: Pool, days: number): Promise<number> => {
  const result = await pool.query({
    text: `delete from webhook_events where id = any(array(select id from webhook_events
      where received_at < now() - make_interval(days => $1) and state <> 0 order by received_at limit $2))`,
    values: [days, DELETE_CHUNK],
  })
  await pool.query({
    text: `delete from webhook_event_refs where ctid = any(array(select ctid from webhook_event_refs
      where received_at < now() - make_interval(days => $1) limit $2))`,
    values: [days, DELETE_CHUNK],
  })
  return result.rowCount ?? 0
}

export type EventRef = {
  companyId: string
  channelId: string
  eventId: string
  field: string
  summary: string
  receivedAt: Date
}

/** Notes which channels bodies spoke of. A replayed body adds nothing. */
export const insertRefs = async (client: Pick<PoolClient, 'query'>, refs: readonly EventRef[]): Promise<void> => {
  if (refs.length === 0) return
  await client.query({
    name: 'webhook_event_refs_insert',
    text: `insert into webhook_event_refs (company_id, channel_id, event_id, field, summary, received_at)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[])
      on conflict (company_id, channel_id, event_id, field) do update set summary = excluded.summary`,
    values: [
      refs.map((ref) => ref.companyId),
      refs.map((ref) => ref.channelId),
      refs.map((ref) => ref.eventId),
      refs.map((ref) => ref.field),
      refs.map((ref) => ref.summary),
      refs.map((ref) => ref.receivedAt),
    ],
  })
}
