import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { countedMessages, pricedMessages } from '#server/db/message-buckets.ts'
import { messageSpend15m, messageStats15m } from '#server/db/schema/admin/dashboard.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'

// Sums of messages by 15-minute buckets. Instants are texts here, because they go from one statement into the next.

type Db = Pick<Ctx, 'db'>
/** The buckets from one instant until another, both of which begin one. */
export type Buckets = { from: string; to: string }
/** Which time is summed up; `since` is null when nothing lies before it. */
export type Summed = { since: string | null; until: string }

const MARKS_AT_ONCE = 500

/**
 * Until when no change comes unmarked any more. Triggers mark changes of messages of more than half an hour before their
 * transaction began, so this is an hour before now, and before the oldest transaction that runs: what is read after this
 * has all that was not marked. It sees the transactions of its own database user.
 */
export const findEdge = async ({ db }: Db): Promise<string> => {
  const { rows } = await db.execute<{ edge: string }>(sql`
    select date_bin('15 minutes', least(now(), min(xact_start)) - interval '1 hour', 'epoch')::text as edge
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)
  const edge = rows[0]?.edge
  if (!edge) throw new Error('An aggregate always has a row')
  return edge
}

/** Companies whose sums miss something before the edge, those left behind longest first. */
export const listUnsummedAcrossCompanies = async ({ db }: Db, edge: string): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from companies c left join message_sums s on s.company_id = c.id
    where c.deleted_at is null and case when s.company_id is null then exists (select 1 from messages m where m.company_id = c.id)
      else s.since is not null or exists (select 1 from message_marks k where k.company_id = c.id)
        or exists (select 1 from messages m where m.company_id = c.id and m.occurred_at >= s.until
          and m.occurred_at < ${edge}::timestamptz) end
    order by s.until nulls first, c.id`)
  return rows.map(({ id }) => id)
}

/** Which time of a company is summed up, held until the transaction ends; none at first, beginning at the edge. */
export const holdSums = async ({ db }: Db, companyId: string, edge: string): Promise<Summed> => {
  await db.execute(sql`insert into message_sums (company_id, since, until)
    values (${companyId}, ${edge}::timestamptz, ${edge}::timestamptz) on conflict do nothing`)
  const { rows } = await db.execute<Summed>(sql`
    select since::text as since, until::text as until from message_sums where company_id = ${companyId} for update`)
  if (!rows[0]) throw new Error('It was there a moment ago')
  return rows[0]
}

export const saveSummed = async ({ db }: Db, companyId: string, { since, until }: Summed): Promise<void> => {
  await db.execute(sql`update message_sums set since = ${since}::timestamptz, until = ${until}::timestamptz
    where company_id = ${companyId}`)
}

/** Takes marks away and returns the buckets they named; what made them is seen by every later statement. */
export const takeMarked = async ({ db }: Db, companyId: string): Promise<Buckets[]> => {
  const { rows } = await db.execute<Buckets>(sql`
    with gone as (
      delete from message_marks where company_id = ${companyId} and bucket = any(array(
        select distinct bucket from message_marks where company_id = ${companyId} order by 1 limit ${MARKS_AT_ONCE}))
      returning bucket)
    select distinct bucket::text as from, (bucket + interval '15 minutes')::text as to from gone`)
  return rows
}

/** Where the last `most` messages before an instant begin; null when there are fewer. */
export const findBefore = async (
  { db }: Db,
  companyId: string,
  { since, most }: { since: string; most: number },
): Promise<string | null> => {
  const { rows } = await db.execute<{ at: string }>(sql`
    select date_bin('15 minutes', occurred_at, 'epoch')::text as at from messages
    where company_id = ${companyId} and occurred_at < ${since}::timestamptz
    order by occurred_at desc offset ${most} limit 1`)
  return rows[0]?.at ?? null
}

/** Where the first `most` messages between an instant and the edge end; the edge when there are fewer. */
export const findAfter = async (
  { db }: Db,
  companyId: string,
  { until, edge, most }: { until: string; edge: string; most: number },
): Promise<string> => {
  const { rows } = await db.execute<{ at: string }>(sql`
    select date_bin('15 minutes', occurred_at + interval '15 minutes', 'epoch')::text as at from messages
    where company_id = ${companyId} and occurred_at >= ${until}::timestamptz and occurred_at < ${edge}::timestamptz
    order by occurred_at offset ${most} limit 1`)
  return rows[0]?.at ?? edge
}

/** Sums up buckets from their messages, whatever was known of them before. `from` may be `-infinity`. */
export const sumAnew = async ({ db }: Db, companyId: string, buckets: readonly Buckets[]): Promise<void> => {
  const spans = sql`json_to_recordset(${JSON.stringify(buckets)}) as s ("from" timestamptz, "to" timestamptz)`
  const inSpan = sql`${messages.companyId} = ${companyId} and ${messages.occurredAt} >= s.from
    and ${messages.occurredAt} < s.to`
  for (const table of [messageStats15m, messageSpend15m])
    await db.execute(sql`delete from ${table} q using ${spans}
      where q.company_id = ${companyId} and q.bucket >= s.from and q.bucket < s.to`)
  await db.execute(sql`
    insert into message_stats_15m (company_id, channel_id, bucket, incoming, outgoing, failed)
    select n.* from ${spans} cross join lateral (${countedMessages(inSpan)}) as n`)
  await db.execute(sql`
    insert into message_spend_15m (company_id, channel_id, bucket, category, messages, estimated, amount, currency)
    select n.* from ${spans} cross join lateral (${pricedMessages(inSpan)}) as n`)
}
