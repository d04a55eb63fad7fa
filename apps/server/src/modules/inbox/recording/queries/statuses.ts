import type { MessageStatus } from '@recado/contracts/inbox/messages'
import { isUuid } from '#server/lib/ids.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { Touched } from './record.ts'

export type StatusTarget = Touched & { n: number; status: MessageStatus; origin: string }

export const byMessageIdSql = `select k.n::int, m.id, m.company_id as "companyId", m.conversation_id as "conversationId", m.status, m.origin
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as k(company_id, channel_id, id, n)
  join messages m on m.company_id = k.company_id and m.id = k.id and m.channel_id = k.channel_id`

export const byWamidSql = `select k.n::int, m.id, m.company_id as "companyId", m.conversation_id as "conversationId", m.status, m.origin
  from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as k(company_id, channel_id, wamid, n)
  join messages m on m.channel_id = k.channel_id and m.wamid = k.wamid and m.company_id = k.company_id and m.direction = 'out'`

/** Our own message id out of what came back with a status; null for what another tool put there. */
export const messageIdOf = (callbackData: string | null): string | null =>
  callbackData !== null && isUuid(callbackData) ? callbackData : null

type Key = { companyId: string; channelId: string }

/** The messages that have these ids of ours; `n` counts the keys from 1. */
export const findByMessageId = async (
  sql: Sql,
  keys: readonly (Key & { messageId: string })[],
): Promise<StatusTarget[]> => {
  if (keys.length === 0) return []
  const values = [keys.map((k) => k.companyId), keys.map((k) => k.channelId), keys.map((k) => k.messageId)]
  return (await sql.query<StatusTarget>({ name: 'statuses_by_id', text: byMessageIdSql, values })).rows
}

/** The outgoing messages that have these wamids; `n` counts the keys from 1. */
export const findByWamid = async (sql: Sql, keys: readonly (Key & { wamid: string })[]): Promise<StatusTarget[]> => {
  if (keys.length === 0) return []
  const values = [keys.map((k) => k.companyId), keys.map((k) => k.channelId), keys.map((k) => k.wamid)]
  return (await sql.query<StatusTarget>({ name: 'statuses_by_wamid', text: byWamidSql, values })).rows
}

export type HeldKey = Key & { wamid: string; messageId: string | null }

export const heldSql = `select k.n::int
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) with ordinality as k(company_id, channel_id, wamid, id, n)
  where exists (select 1 from messages m where m.channel_id = k.channel_id and m.wamid = k.wamid)
    or exists (select 1 from messages m where m.company_id = k.company_id and m.id = k.id and m.channel_id = k.channel_id)`

/** Which of these keys name a message, by its wamid or by our own id, that their channel has. */
export const findHeld = async <K extends HeldKey>(sql: Sql, keys: readonly K[]): Promise<K[]> => {
  if (keys.length === 0) return []
  const values = [
    keys.map((k) => k.companyId),
    keys.map((k) => k.channelId),
    keys.map((k) => k.wamid),
    keys.map((k) => messageIdOf(k.messageId)),
  ]
  const { rows } = await sql.query<{ n: number }>({ name: 'messages_held', text: heldSql, values })
  return rows.flatMap(({ n }) => keys[n - 1] ?? [])
}

/** All that a batch says about one message's fate. */
export type StatusMerge = {
  company_id: string
  id: string
  /** Meta's id, for a message that has none yet; left out where another message has it. Null when it is not for this one. */
  wamid: string | null
  /** The furthest status, with its rank. */
  status: string
  rank: number
  sent_at: Date | null
  delivered_at: Date | null
  read_at: Date | null
  played_at: Date | null
  failed_at: Date | null
  error_code: number | null
  error_class: string | null
  error_details: string | null
  pricing_category: string | null
  pricing_type: string | null
}

const FAILED = 35

export const mergeStatusesSql = `
update messages m set
  status = case when t.rank > m.status_rank then t.status else m.status end,
  status_rank = greatest(m.status_rank, t.rank),
  wamid = coalesce(m.wamid, case when not exists (
    select 1 from messages x where x.channel_id = m.channel_id and x.wamid = t.wamid) then t.wamid end),
  sent_at = least(m.sent_at, t.sent_at),
  delivered_at = least(m.delivered_at, t.delivered_at, t.read_at, t.played_at),
  read_at = least(m.read_at, t.read_at, t.played_at),
  played_at = least(m.played_at, t.played_at),
  failed_at = least(m.failed_at, t.failed_at),
  error_code = case when greatest(m.status_rank, t.rank) > ${FAILED} then null else coalesce(t.error_code, m.error_code) end,
  error_class = case when greatest(m.status_rank, t.rank) > ${FAILED} then null else coalesce(t.error_class, m.error_class) end,
  error_details = case when greatest(m.status_rank, t.rank) > ${FAILED} then null else coalesce(t.error_details, m.error_details) end,
  pricing_category = coalesce(t.pricing_category, m.pricing_category),
  pricing_type = coalesce(t.pricing_type, m.pricing_type)
from json_to_recordset($1::json) as t(company_id uuid, id uuid, wamid text, status text, rank smallint, sent_at timestamptz,
  delivered_at timestamptz, read_at timestamptz, played_at timestamptz, failed_at timestamptz, error_code int,
  error_class text, error_details text, pricing_category text, pricing_type text)
where m.company_id = t.company_id and m.id = t.id`

/** Merges statuses by rank: the furthest wins in whatever order they come, and every instant keeps its earliest value. */
export const mergeStatuses = async (sql: Sql, merges: readonly StatusMerge[]): Promise<void> => {
  if (merges.length === 0) return
  await sql.query({ name: 'messages_merge_statuses', text: mergeStatusesSql, values: [stringifySanitized(merges)] })
}

export type FreeEntry = { company_id: string; id: string; ends_at: string }

/** Until when messages of these conversations are free; the latest end counts, in whatever order they come. */
export const saveFreeEntries = async (sql: Sql, entries: readonly FreeEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await sql.query({
    name: 'conversations_free_entry',
    text: `update conversations c set free_entry_expires_at = t.ends_at, version = c.version + 1
      from (select company_id, id, max(ends_at) as ends_at
        from json_to_recordset($1::json) as t(company_id uuid, id uuid, ends_at timestamptz) group by 1, 2) t
      where c.company_id = t.company_id and c.id = t.id
        and c.free_entry_expires_at is distinct from greatest(c.free_entry_expires_at, t.ends_at)`,
    values: [stringifySanitized(entries)],
  })
}

export type StatusEventRow = {
  company_id: string
  message_id: string
  status: string
  at: Date
  error_code: number | null
  detail: Record<string, unknown> | null
}

export const insertStatusEvents = async (sql: Sql, rows: readonly StatusEventRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql.query({
    name: 'message_status_events_insert',
    text: `insert into message_status_events (company_id, message_id, status, at, error_code, detail)
      select * from json_to_recordset($1::json) as t(company_id uuid, message_id uuid, status text, at timestamptz,
        error_code int, detail jsonb)
      on conflict do nothing`,
    values: [stringifySanitized(rows)],
  })
}

/** `status` is a status, or `edited` and `revoked` for changes of a message that has not come yet. */
export type ParkedRow = {
  id: string
  channel_id: string
  wamid: string
  status: string
  at: Date
  detail: Record<string, unknown>
}

export const insertParked = async (sql: Sql, rows: readonly ParkedRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql.query({
    name: 'parked_statuses_insert',
    text: `insert into parked_statuses (id, channel_id, wamid, status, at, detail)
      select * from json_to_recordset($1::json) as t(id uuid, channel_id uuid, wamid text, status text, at timestamptz, detail jsonb)`,
    values: [stringifySanitized(rows)],
  })
}

export const takeParkedSql = `delete from parked_statuses where id = any(array(
  select p.id from unnest($1::uuid[], $2::text[]) as k(channel_id, wamid)
  join parked_statuses p on p.channel_id = k.channel_id and p.wamid = k.wamid))
  returning id, channel_id, wamid, status, at, detail`

/** Takes out what waits for these messages. */
export const takeParked = async (
  sql: Sql,
  keys: readonly { channelId: string; wamid: string }[],
): Promise<ParkedRow[]> => {
  if (keys.length === 0) return []
  const result = await sql.query<ParkedRow>({
    name: 'parked_statuses_take',
    text: takeParkedSql,
    values: [keys.map((k) => k.channelId), keys.map((k) => k.wamid)],
  })
  return result.rows
}

export const parkedWithMessageSql = `select distinct p.channel_id as "channelId", p.wamid from parked_statuses p
  where p.created_at > now() - interval '1 hour'
    and exists (select 1 from messages m where m.channel_id = p.channel_id and m.wamid = p.wamid) limit $1`

/**
 * Messages that got their wamid after something was parked for it, which happens within moments of a send. Messages that
 * come by webhook take what was parked for them as they come.
 */
export const findParkedWithMessage = async (sql: Sql, limit: number): Promise<{ channelId: string; wamid: string }[]> =>
  (await sql.query<{ channelId: string; wamid: string }>({ text: parkedWithMessageSql, values: [limit] })).rows

/** Drops statuses unclaimed for a day: their messages were sent by another tool with the same number. */
export const dropForeign = async (sql: Sql, hours: number): Promise<number> => {
  const result = await sql.query({
    text: `delete from parked_statuses where created_at < now() - make_interval(hours => $1)`,
    values: [hours],
  })
  return result.rowCount ?? 0
}
