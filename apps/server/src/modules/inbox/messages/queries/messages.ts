import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { RankedPlace } from '#server/lib/cursor.ts'

export type MessageRow = {
  id: string
  conversation_id: string
  channel_id: string
  contact_id: string
  direction: 'in' | 'out' | 'note' | 'event'
  type: string
  body: string | null
  payload: Record<string, unknown>
  wamid: string | null
  reply_to_wamid: string | null
  origin: string
  client_key: string | null
  status: string
  error_code: number | null
  error_class: string | null
  error_details: string | null
  error_trace: string | null
  occurred_at: string
  sent_at: string | null
  delivered_at: string | null
  read_at: string | null
  played_at: string | null
  failed_at: string | null
  edited_at: string | null
  revoked_at: string | null
  author_id: string | null
  author_name: string | null
  author_avatar: string | null
  campaign_id: string | null
  campaign_name: string | null
  media_kind: string | null
  media_mime: string | null
  media_filename: string | null
  media_voice: boolean | null
  media_animated: boolean | null
  media_state: string | null
  media_error: string | null
  file_id: string | null
  file_size: number | null
  file_mime: string | null
  file_width: number | null
  file_height: number | null
  reply_id: string | null
  reply_type: string | null
  reply_body: string | null
  reply_direction: string | null
}

const withParts = (page: SQL): SQL => sql`
  select m.id, m.conversation_id, m.channel_id, m.contact_id, m.direction, m.type, m.body, m.payload, m.wamid,
    m.reply_to_wamid, m.origin, m.client_key, m.status, m.error_code, m.error_class, m.error_details, m.error_trace,
    m.occurred_at::text as occurred_at, m.sent_at, m.delivered_at, m.read_at, m.played_at, m.failed_at, m.edited_at,
    m.revoked_at, u.id as author_id, u.name as author_name, u.avatar_file_id as author_avatar,
    cg.id as campaign_id, cg.name as campaign_name,
    md.kind as media_kind, md.mime as media_mime, md.filename as media_filename, md.voice as media_voice,
    md.animated as media_animated, md.state as media_state, md.error as media_error,
    f.id as file_id, f.size as file_size, f.mime as file_mime, f.width as file_width, f.height as file_height,
    r.id as reply_id, r.type as reply_type, case when r.revoked_at is null then r.body end as reply_body, r.direction as reply_direction
  from (${page}) m
  left join users u on u.id = m.author_id
  left join campaigns cg on cg.company_id = m.company_id and cg.id = m.campaign_id
  left join message_media md on md.company_id = m.company_id and md.message_id = m.id
  left join files f on f.id = md.file_id and f.deleted_at is null
  left join messages r on r.company_id = m.company_id and r.channel_id = m.channel_id and r.wamid = m.reply_to_wamid
    and r.conversation_id = m.conversation_id`

export type PageRequest = { before: RankedPlace | null; after: RankedPlace | null; limit: number }

/** Messages of a conversation in order of time, oldest first: the newest ones, those before, or those after a place. */
export const findMessagePage = async (
  ctx: CompanyCtx,
  conversationId: string,
  request: PageRequest,
): Promise<MessageRow[]> => {
  const { before, after, limit } = request
  const forward = after !== null && before === null
  const edges = [
    ...(before ? [sql`(m.occurred_at, m.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
    ...(after ? [sql`(m.occurred_at, m.id) > (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ]
  const where = [sql`m.company_id = ${ctx.company.id}`, sql`m.conversation_id = ${conversationId}`, ...edges]
  const order = forward ? sql`m.occurred_at, m.id` : sql`m.occurred_at desc, m.id desc`
  const page = sql`select m.* from messages m where ${sql.join(where, sql` and `)} order by ${order} limit ${limit}`
  const result = await ctx.db.execute<MessageRow>(sql`${withParts(page)} order by m.occurred_at, m.id`)
  return result.rows
}

/** Named messages of a conversation, in order of time; ids of others are left out. */
export const findMessagesById = async (
  ctx: CompanyCtx,
  conversationId: string,
  ids: readonly string[],
): Promise<MessageRow[]> => {
  const page = sql`select m.* from messages m where m.company_id = ${ctx.company.id}
    and m.id = any(${sql.param([...ids])}::uuid[]) and m.conversation_id = ${conversationId}`
  const result = await ctx.db.execute<MessageRow>(sql`${withParts(page)} order by m.occurred_at, m.id`)
  return result.rows
}

export type ReactionRow = {
  target_wamid: string
  emoji: string
  actor: 'contact' | 'business'
  actor_name: string | null
}

/** Reactions to messages of a channel, removed ones left out. */
export const findReactions = async (
  ctx: CompanyCtx,
  channelId: string,
  wamids: readonly string[],
): Promise<ReactionRow[]> => {
  if (wamids.length === 0) return []
  const result = await ctx.db.execute<ReactionRow>(sql`
    select r.target_wamid, r.emoji, r.actor, u.name as actor_name
    from message_reactions r left join users u on u.id = r.actor_id
    where r.company_id = ${ctx.company.id} and r.channel_id = ${channelId}
      and r.target_wamid = any(${sql.param([...wamids])}::text[]) and r.emoji <> ''
    order by r.at`)
  return result.rows
}
