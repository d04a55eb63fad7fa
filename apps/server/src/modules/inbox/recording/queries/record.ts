import { stringifySanitized } from '#server/lib/sanitize-text.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'

export type NewMessage = {
  company_id: string
  id: string
  conversation_id: string
  channel_id: string
  contact_id: string
  direction: 'in' | 'out' | 'event'
  type: string
  body: string | null
  payload: Record<string, unknown>
  wamid: string | null
  reply_to_wamid: string | null
  origin: string
  author_id: string | null
  status: string
  status_rank: number
  occurred_at: Date
}

export const insertMessagesSql = `
insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, wamid,
  reply_to_wamid, origin, author_id, status, status_rank, occurred_at)
select company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, wamid, reply_to_wamid,
  origin, author_id, status, status_rank, occurred_at
from json_to_recordset($1::json) as t(company_id uuid, id uuid, conversation_id uuid, channel_id uuid, contact_id uuid,
  direction text, type text, body text, payload jsonb, wamid text, reply_to_wamid text, origin text, author_id uuid,
  status text, status_rank smallint, occurred_at timestamptz)
on conflict (channel_id, wamid) where wamid is not null do nothing
returning id`

/** Adds messages; answers the ids of those that are new. A wamid that the channel knows already adds nothing. */
export const insertMessages = async (sql: Sql, rows: readonly NewMessage[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set()
  const result = await sql.query<{ id: string }>({
    name: 'messages_insert',
    text: insertMessagesSql,
    values: [stringifySanitized(rows)],
  })
  return new Set(result.rows.map((row) => row.id))
}

/** What new messages change about their conversation. */
export type ConversationChange = {
  company_id: string
  id: string
  unread: number
  last_id: string
  last_at: Date
  last_direction: 'in' | 'out' | null
  last_preview: string
  last_inbound_at: Date | null
  window_end: Date | null
  /** The customer waits from then on, unless waiting already; null when these messages answer. */
  waiting_since: Date | null
  answered_at: Date | null
  /** Takes it up again when it is resolved. */
  reopen: boolean
  /** Ends a snooze. */
  wake: boolean
}

export const applyChangesSql = `
update conversations c set
  unread_count = c.unread_count + t.unread,
  last_message_id = case when t.last_at >= c.last_message_at or c.last_message_id is null then t.last_id else c.last_message_id end,
  last_direction = case when t.last_at >= c.last_message_at or c.last_message_id is null then t.last_direction else c.last_direction end,
  last_preview = case when t.last_at >= c.last_message_at or c.last_message_id is null then t.last_preview else c.last_preview end,
  last_message_at = case when c.last_message_id is null then t.last_at else greatest(c.last_message_at, t.last_at) end,
  last_inbound_at = greatest(c.last_inbound_at, t.last_inbound_at),
  window_expires_at = greatest(c.window_expires_at, t.window_end),
  waiting_since = case when t.answered_at is not null then t.waiting_since else coalesce(c.waiting_since, t.waiting_since) end,
  first_response_at = case when c.last_inbound_at is null then c.first_response_at else coalesce(c.first_response_at, t.answered_at) end,
  status = case when t.reopen and c.status = 'resolved' or t.wake and c.status = 'snoozed' then 'open' else c.status end,
  snoozed_until = case when t.wake then null else c.snoozed_until end,
  resolved_at = case when t.reopen then null else c.resolved_at end,
  resolved_by = case when t.reopen then null else c.resolved_by end,
  version = c.version + 1,
  updated_at = now()
from json_to_recordset($1::json) as t(company_id uuid, id uuid, unread int, last_id uuid, last_at timestamptz,
  last_direction text, last_preview text, last_inbound_at timestamptz, window_end timestamptz, waiting_since timestamptz,
  answered_at timestamptz, reopen boolean, wake boolean)
where c.company_id = t.company_id and c.id = t.id
returning c.id, c.contact_id as "contactId"`

/** Answers whose each conversation is, once what others do to it is done. */
export const applyChanges = async (sql: Sql, changes: readonly ConversationChange[]): Promise<Map<string, string>> => {
  if (changes.length === 0) return new Map()
  const { rows } = await sql.query<{ id: string; contactId: string }>({
    name: 'conversations_apply',
    text: applyChangesSql,
    values: [stringifySanitized(changes)],
  })
  return new Map(rows.map(({ id, contactId }) => [id, contactId]))
}

/** Gives messages to the contact that has their conversation by now. */
export const repointMessages = async (sql: Sql, rows: readonly NewMessage[]): Promise<void> => {
  if (rows.length === 0) return
  await sql.query({
    text: `update messages m set contact_id = c.contact_id from conversations c
      where m.company_id = any($1::uuid[]) and m.id = any($2::uuid[]) and c.company_id = m.company_id and c.id = m.conversation_id`,
    values: [rows.map((row) => row.company_id), rows.map((row) => row.id)],
  })
}

export type NewMedia = {
  company_id: string
  message_id: string
  kind: string
  meta_media_id: string | null
  mime: string | null
  filename: string | null
  sha256: string | null
  voice: boolean
  animated: boolean
  state: 'waiting' | 'failed'
  error: string | null
}

export const insertMedia = async (sql: Sql, rows: readonly NewMedia[]): Promise<void> => {
  if (rows.length === 0) return
  await sql.query({
    name: 'message_media_insert',
    text: `insert into message_media (company_id, message_id, kind, meta_media_id, mime, filename, sha256, voice, animated, state, error)
      select * from json_to_recordset($1::json) as t(company_id uuid, message_id uuid, kind text, meta_media_id text, mime text,
        filename text, sha256 text, voice boolean, animated boolean, state text, error text)`,
    values: [stringifySanitized(rows)],
  })
}

export type Touched = { id: string; companyId: string; conversationId: string }

export type NewReaction = {
  company_id: string
  channel_id: string
  target_wamid: string
  actor: 'contact' | 'business'
  emoji: string
  at: Date
}

/** Keeps the newest reaction of each side; an empty text stays as the mark of a removed one. Answers the messages concerned. */
export const upsertReactions = async (sql: Sql, rows: readonly NewReaction[]): Promise<Touched[]> => {
  const newest = new Map<string, NewReaction>()
  for (const row of rows) {
    const key = `${row.channel_id} ${row.target_wamid} ${row.actor}`
    const known = newest.get(key)
    if (!known || row.at >= known.at) newest.set(key, row)
  }
  if (newest.size === 0) return []
  const result = await sql.query<Touched>({
    name: 'message_reactions_upsert',
    text: `with r as (
        insert into message_reactions as r (company_id, channel_id, target_wamid, actor, emoji, at)
        select * from json_to_recordset($1::json) as t(company_id uuid, channel_id uuid, target_wamid text, actor text, emoji text, at timestamptz)
        on conflict (company_id, channel_id, target_wamid, actor) do update
          set emoji = excluded.emoji, at = excluded.at, actor_id = null where r.at <= excluded.at
        returning r.channel_id, r.target_wamid)
      select m.id, m.company_id as "companyId", m.conversation_id as "conversationId"
      from r join messages m on m.channel_id = r.channel_id and m.wamid = r.target_wamid`,
    values: [stringifySanitized([...newest.values()])],
  })
  return result.rows
}

export type MessageEdit = {
  channel_id: string
  wamid: string
  change: 'edited' | 'revoked'
  at: Date
  body: string | null
}

/** Edits and deletions by the author. Answers the messages concerned; the newest edit wins. */
export const applyEdit = async (sql: Sql, edit: MessageEdit): Promise<(Touched & { wamid: string })[]> => {
  const result = await sql.query<Touched & { wamid: string }>({
    name: `messages_${edit.change}`,
    text:
      edit.change === 'edited'
        ? `update messages set body = case when edited_at > $3 then body else coalesce($4, body) end,
            edited_at = greatest(edited_at, $3) where channel_id = $1 and wamid = $2
          returning id, company_id as "companyId", conversation_id as "conversationId", wamid`
        : `update messages set revoked_at = coalesce(revoked_at, $3) where channel_id = $1 and wamid = $2 and $4::text is null
          returning id, company_id as "companyId", conversation_id as "conversationId", wamid`,
    values: [
      edit.channel_id,
      edit.wamid,
      edit.at,
      edit.change === 'edited' ? (edit.body?.replaceAll('\u0000', '') ?? null) : null,
    ],
  })
  return result.rows
}
