import type { Sql, UserKey } from '#server/modules/contacts/contacts/index.ts'

export type ThreadKey = { channelId: string; user: UserKey }

/** Where a person's messages go on a channel, as far as it is known. */
export type ThreadRow = {
  n: number
  /** Identities that have the business-scoped id and the phone; the same one when both are known together. */
  byBsuid: string | null
  byPhone: string | null
  contactId: string | null
  blocked: boolean
  profileName: string | null
  waId: string | null
  username: string | null
  parentBsuid: string | null
  conversationId: string | null
  status: string | null
  resolvedAt: Date | null
  assigneeId: string | null
  followed: boolean
  waitingSince: Date | null
  /** It is resolved, and the customer gave a score within a day and said nothing about it yet. */
  takesComment: boolean
  /** Days within which the company takes a resolved conversation up again; null for the default. */
  reopenDays: number | null
}

export const threadsSql = `
select k.n::int, b.id as "byBsuid", p.id as "byPhone", coalesce(p.contact_id, b.contact_id) as "contactId",
  ct.blocked_at is not null as blocked, ct.profile_name as "profileName", coalesce(p.wa_id, b.wa_id) as "waId", coalesce(p.username, b.username) as username,
  coalesce(p.parent_bsuid, b.parent_bsuid) as "parentBsuid",
  c.id as "conversationId", c.status, c.resolved_at as "resolvedAt", c.assignee_id as "assigneeId",
  c.waiting_since as "waitingSince", coalesce(c.followed, false) as followed,
  c.status = 'resolved' and exists (select 1 from csat_responses r where r.company_id = k.company_id
    and r.conversation_id = c.id and r.score is not null and r.comment is null
    and r.answered_at > now() - interval '24 hours') as "takesComment", (ds.settings->>'reopenDays')::int as "reopenDays"
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
  with ordinality as k(company_id, channel_id, scope, phone, bsuid, n)
left join contact_identities b on b.company_id = k.company_id and b.scope = k.scope and b.bsuid = k.bsuid
left join contact_identities p on p.company_id = k.company_id and p.scope = k.scope and p.phone = k.phone
left join contacts ct on ct.company_id = k.company_id and ct.id = coalesce(p.contact_id, b.contact_id)
left join lateral (
  select c.id, c.status, c.resolved_at, c.assignee_id, c.waiting_since, exists (select 1 from conversation_participants f
    where f.company_id = k.company_id and f.conversation_id = c.id and f.following) as followed
  from conversations c
  where c.channel_id = k.channel_id and c.identity_id = coalesce(p.id, b.id)
  order by (c.status = 'resolved'), c.created_at desc limit 1
) c on true
left join chat_settings ds on ds.company_id = k.company_id`

/** One row for each key, in order. */
export const findThreads = async (sql: Sql, keys: readonly ThreadKey[]): Promise<ThreadRow[]> => {
  if (keys.length === 0) return []
  const result = await sql.query<ThreadRow>({
    name: 'conversations_threads',
    text: `${threadsSql} order by k.n`,
    values: [
      keys.map((key) => key.user.companyId),
      keys.map((key) => key.channelId),
      keys.map((key) => key.user.scope),
      keys.map((key) => key.user.phone),
      keys.map((key) => key.user.bsuid),
    ],
  })
  return result.rows
}

export const knownWamidsSql = `select m.channel_id || ' ' || m.wamid as key from unnest($1::uuid[], $2::text[]) as k(channel_id, wamid)
  join messages m on m.channel_id = k.channel_id and m.wamid = k.wamid`

export type WamidKey = { channelId: string; wamid: string }

/** Which of these messages are rows already, as `channel wamid`. */
export const findKnownWamids = async (sql: Sql, keys: readonly WamidKey[]): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  const result = await sql.query<{ key: string }>({
    name: 'messages_known_wamids',
    text: knownWamidsSql,
    values: [keys.map((key) => key.channelId), keys.map((key) => key.wamid)],
  })
  return new Set(result.rows.map((row) => row.key))
}

export type NewConversation = {
  companyId: string
  id: string
  channelId: string
  identityId: string
  status: 'open' | 'resolved'
  startedAt: Date
}

/** Begins conversations; answers whose each is, which is another contact where they were merged meanwhile. */
export const insertConversations = async (sql: Sql, rows: readonly NewConversation[]): Promise<Map<string, string>> => {
  if (rows.length === 0) return new Map()
  const result = await sql.query<{ id: string; contactId: string }>({
    name: 'conversations_insert',
    text: `insert into conversations (company_id, id, channel_id, contact_id, identity_id, status, last_message_at, resolved_at)
      select t.company_id, t.id, t.channel_id, i.contact_id, t.identity_id, t.status, t.started_at,
        case when t.status = 'resolved' then t.started_at end
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])
        as t(company_id, id, channel_id, identity_id, status, started_at)
      join contact_identities i on i.company_id = t.company_id and i.id = t.identity_id
      for share of i
      returning id, contact_id as "contactId"`,
    values: [
      rows.map((row) => row.companyId),
      rows.map((row) => row.id),
      rows.map((row) => row.channelId),
      rows.map((row) => row.identityId),
      rows.map((row) => row.status),
      rows.map((row) => row.startedAt),
    ],
  })
  return new Map(result.rows.map(({ id, contactId }) => [id, contactId]))
}
