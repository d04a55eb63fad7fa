import type { IdentityMerge, Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

/**
 * Holds the conversations of some identities still: whatever is being written into them is there to be seen by the
 * statements that follow, and what comes later waits.
 */
const holdConversations = async (sql: Sql, companyId: string, identityIds: readonly string[]): Promise<void> => {
  await sql.query({
    text: `select 1 from conversations where company_id = $1 and identity_id = any($2::uuid[]) order by id for update`,
    values: [companyId, identityIds],
  })
}

const findIdentityIds = async (sql: Sql, companyId: string, contactId: string): Promise<string[]> => {
  const result = await sql.query<{ id: string }>({
    text: `select id from contact_identities where company_id = $1 and contact_id = $2`,
    values: [companyId, contactId],
  })
  return result.rows.map(({ id }) => id)
}

type OpenPair = { kept: string; dropped: string }

const findOpenPairs = async (sql: Sql, merge: IdentityMerge): Promise<OpenPair[]> => {
  const result = await sql.query<OpenPair>({
    text: `select t.id as kept, f.id as dropped from conversations t join conversations f on f.channel_id = t.channel_id
      where t.company_id = $1 and f.company_id = $1 and t.identity_id = $2 and f.identity_id = $3
        and t.contact_id = any($4::uuid[]) and f.contact_id = any($4::uuid[])
        and t.status <> 'resolved' and f.status <> 'resolved'`,
    values: [merge.companyId, merge.toIdentityId, merge.fromIdentityId, [merge.fromContactId, merge.toContactId]],
  })
  return result.rows
}

/** What hangs on a conversation goes to the one that stays; of two running targets the one that stays keeps its own. */
const moveParts = async (sql: Sql, companyId: string, kept: string, dropped: string): Promise<void> => {
  const values = [companyId, kept, dropped]
  const statements = [
    `insert into conversation_participants (company_id, conversation_id, user_id, following, mentioned_at, seen_at, created_at)
      select company_id, $2, user_id, following, mentioned_at, seen_at, created_at from conversation_participants
      where company_id = $1 and conversation_id = $3
      on conflict (company_id, conversation_id, user_id) do update set
        following = conversation_participants.following or excluded.following,
        mentioned_at = greatest(conversation_participants.mentioned_at, excluded.mentioned_at),
        seen_at = least(conversation_participants.seen_at, excluded.seen_at)`,
    `delete from conversation_participants where company_id = $1 and conversation_id = $3 and $2::uuid is not null`,
    `update scheduled_messages set conversation_id = $2 where company_id = $1 and conversation_id = $3`,
    `update held_messages set conversation_id = $2 where company_id = $1 and conversation_id = $3`,
    `delete from sla_clocks where company_id = $1 and conversation_id = $3 and $2::uuid is not null
      and met_at is null and breached_at is null`,
    `update sla_clocks set conversation_id = $2 where company_id = $1 and conversation_id = $3`,
    `update csat_responses set conversation_id = $2 where company_id = $1 and conversation_id = $3`,
  ]
  for (const text of statements) await sql.query({ text, values })
}

const joinConversations = async (sql: Sql, companyId: string, { kept, dropped }: OpenPair): Promise<void> => {
  const values = [companyId, kept, dropped]
  await sql.query({
    text: `update messages set conversation_id = $2 where company_id = $1 and conversation_id = $3`,
    values,
  })
  await moveParts(sql, companyId, kept, dropped)
  await sql.query({
    text: `update conversations t set
        unread_count = t.unread_count + f.unread_count,
        last_message_id = case when f.last_message_at > t.last_message_at then f.last_message_id else t.last_message_id end,
        last_direction = case when f.last_message_at > t.last_message_at then f.last_direction else t.last_direction end,
        last_preview = case when f.last_message_at > t.last_message_at then f.last_preview else t.last_preview end,
        last_message_at = greatest(t.last_message_at, f.last_message_at),
        window_expires_at = greatest(t.window_expires_at, f.window_expires_at),
        last_inbound_at = greatest(t.last_inbound_at, f.last_inbound_at),
        waiting_since = least(t.waiting_since, f.waiting_since),
        failed_at = greatest(t.failed_at, f.failed_at),
        first_response_at = least(t.first_response_at, f.first_response_at),
        assignee_id = coalesce(t.assignee_id, f.assignee_id),
        team_id = coalesce(t.team_id, f.team_id),
        priority = greatest(t.priority, f.priority),
        label_ids = array(select distinct unnest(t.label_ids || f.label_ids)),
        free_entry_expires_at = greatest(t.free_entry_expires_at, f.free_entry_expires_at),
        status = case when t.status = f.status then t.status else 'open' end,
        snoozed_until = case when t.status = 'snoozed' and f.status = 'snoozed' then least(t.snoozed_until, f.snoozed_until) end,
        created_at = least(t.created_at, f.created_at),
        version = t.version + 1, updated_at = now()
      from conversations f where t.company_id = $1 and t.id = $2 and f.company_id = $1 and f.id = $3`,
    values,
  })
  await sql.query({ text: `delete from conversations where company_id = $1 and id = $2`, values: [companyId, dropped] })
}

/** Gives one person's conversations and messages to the record that stays; two open ones on a channel become one. */
export const repointConversations = async (sql: Sql, merge: IdentityMerge): Promise<void> => {
  const others = await findIdentityIds(sql, merge.companyId, merge.fromContactId)
  await holdConversations(sql, merge.companyId, [merge.fromIdentityId, merge.toIdentityId, ...others])
  if (merge.fromIdentityId !== merge.toIdentityId) {
    for (const pair of await findOpenPairs(sql, merge)) await joinConversations(sql, merge.companyId, pair)
    await sql.query({
      text: `update conversations set identity_id = $3, updated_at = now() where company_id = $1 and identity_id = $2
        and contact_id = any($4::uuid[])`,
      values: [merge.companyId, merge.fromIdentityId, merge.toIdentityId, [merge.fromContactId, merge.toContactId]],
    })
  }
  if (merge.fromContactId === merge.toContactId) return
  // By the identities of the contact that goes, and the one that took over the conversations of a merged identity.
  const values = [merge.companyId, merge.fromContactId, merge.toContactId, merge.toIdentityId]
  await sql.query({
    text: `update messages set contact_id = $3 where company_id = $1 and conversation_id = any(array(
      select c.id from contact_identities i join conversations c on c.identity_id = i.id and c.company_id = i.company_id
      where i.company_id = $1 and (i.contact_id = $2 or i.id = $4) and c.contact_id = $2))`,
    values,
  })
  await sql.query({
    text: `update conversations set contact_id = $3, updated_at = now() where company_id = $1 and contact_id = $2
      and identity_id = any(array(select id from contact_identities where company_id = $1 and (contact_id = $2 or id = $4)))`,
    values,
  })
}

/** Gives the conversations and messages of some identities from one contact to another; the identities stay as they are. */
export const moveConversations = async (sql: Sql, move: MergeMove): Promise<readonly string[]> => {
  await holdConversations(sql, move.companyId, move.identityIds)
  const values = [move.companyId, move.identityIds, move.from, move.to]
  const own = `select c.id from conversations c where c.company_id = $1 and c.identity_id = any($2::uuid[]) and c.contact_id = $3`
  await sql.query({
    text: `update messages set contact_id = $4 where company_id = $1 and conversation_id = any(array(${own}))`,
    values,
  })
  await sql.query({
    text: `update csat_responses set contact_id = $4 where company_id = $1 and conversation_id = any(array(${own}))`,
    values,
  })
  await sql.query({
    text: `update conversations set contact_id = $4, version = version + 1, updated_at = now()
      where company_id = $1 and identity_id = any($2::uuid[]) and contact_id = $3`,
    values,
  })
  return []
}
