import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { isUuid } from '#server/lib/ids.ts'
import { contactMatches, likelyIdentity } from '#server/modules/contacts/contacts/index.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'

export type RecipientRow = {
  id: string
  name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
  has_phone: boolean
}

/** How many matches are ranked by last contact; a search with more matches asks the member to keep typing. */
const LOOKED_AT = 200

type Search = { text: string; phone: string | null }

/** Contacts that match the text or have the phone, most recently active first; `has_phone` marks the phone's owner. */
export const findMatching = async (
  ctx: CompanyCtx,
  { text, phone }: Search,
  limit: number,
): Promise<RecipientRow[]> => {
  const writesFrom = sql`ct.id in (select i.contact_id from contact_identities i
    where i.company_id = ${ctx.company.id} and i.phone = ${phone})`
  const isAsked = isUuid(text) ? sql`ct.id = ${text}` : await contactMatches(ctx, text)
  const { rows } = await ctx.db.execute<RecipientRow>(sql`
    select f.id, f.name, f.profile_name, f.phone, f.has_phone, i.username
    from (select ct.*, coalesce(ct.phone = ${phone}, false) or ${writesFrom} as has_phone from contacts ct where ct.company_id = ${ctx.company.id} and ct.merged_into_id is null
      and ct.deleted_at is null and ct.blocked_at is null and (${isAsked} or ${writesFrom})
      limit ${LOOKED_AT}) f
    left join lateral (select max(i.username) as username, max(c.last_message_at) as last_message_at
      from contact_identities i left join conversations c on c.identity_id = i.id and c.company_id = i.company_id
      where i.company_id = f.company_id and i.contact_id = f.id) i on true
    where f.phone is not null or i.last_message_at is not null
    order by i.last_message_at desc nulls last, coalesce(f.name, f.profile_name), f.id limit ${limit}`)
  return rows
}

export type RecipientConversationRow = {
  id: string
  contact_id: string
  channel_id: string
  status: 'open' | 'pending' | 'snoozed' | 'resolved'
  window_expires_at: string | null
  last_message_at: string
  assignee_id: string | null
  assignee_name: string | null
  assignee_avatar: string | null
  visible: boolean
}

/** For each contact and number, the conversation that a message would go to: the open one, or else the last one. */
export const findTheirConversations = async (
  ctx: CompanyCtx,
  contactIds: readonly string[],
): Promise<RecipientConversationRow[]> => {
  if (contactIds.length === 0) return []
  const { rows } = await ctx.db.execute<RecipientConversationRow>(sql`
    select distinct on (i.contact_id, c.channel_id) c.id, i.contact_id, c.channel_id, c.status, c.window_expires_at,
      c.last_message_at, u.id as assignee_id, u.name as assignee_name, u.avatar_file_id as assignee_avatar,
      ${isVisible(ctx) ?? sql`true`} as visible
    from (select distinct on (i.contact_id, i.scope) i.company_id, i.id, i.contact_id from contact_identities i
      join contacts ct on ct.company_id = i.company_id and ct.id = i.contact_id
      where i.company_id = ${ctx.company.id} and i.contact_id = any(${sql.param([...contactIds])}::uuid[])
      order by i.contact_id, i.scope, ${likelyIdentity}) i
    join conversations c on c.company_id = i.company_id and c.identity_id = i.id
    left join users u on u.id = c.assignee_id
    order by i.contact_id, c.channel_id, (c.status = 'resolved'), c.created_at desc`)
  return rows
}
