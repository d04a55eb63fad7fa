import { type ConversationView, type listConversations, priorities } from '@recado/contracts/inbox/conversations'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { isPresent, isUnassigned } from '#server/db/conversation-status.ts'
import type { RankedPlace } from '#server/lib/cursor.ts'
import { contactMatches } from '#server/modules/contacts/contacts/index.ts'
import { isVisible, ownTeams } from '#server/modules/inbox/visibility/index.ts'

export type ConversationFilter = Omit<z.output<typeof listConversations.query>, 'cursor' | 'limit'>

export type SummaryRow = {
  id: string
  status: 'open' | 'pending' | 'snoozed' | 'resolved'
  unread_count: number
  window_expires_at: string | null
  last_message_at: string
  last_direction: 'in' | 'out' | null
  last_preview: string
  waiting_since: string | null
  failed_at: string | null
  team_id: string | null
  team_name: string | null
  priority: number
  label_ids: string[]
  snoozed_until: string | null
  sla_due_at: string | null
  free_entry_expires_at: string | null
  mentioned: boolean
  version: number
  channel_id: string
  channel_name: string
  channel_phone: string
  channel_status: string
  contact_id: string
  contact_name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
  assignee_id: string | null
  assignee_name: string | null
  assignee_avatar: string | null
  last_type: string | null
  last_message_status: string | null
  message_direction: string | null
  position: string
}

const matchesSearch = async (ctx: CompanyCtx, search: string): Promise<SQL> =>
  sql`c.identity_id in (select i.id from contacts ct
    join contact_identities i on i.company_id = ct.company_id and i.contact_id = ct.id
    where ct.company_id = ${ctx.company.id} and ${await contactMatches(ctx, search)})`

const seen = (ctx: CompanyCtx): SQL[] => {
  const visible = isVisible(ctx)
  return visible ? [visible] : []
}

const aliased = { status: sql.raw('c.status'), assigneeId: sql.raw('c.assignee_id') }

const readerOf = (ctx: CompanyCtx) => (ctx.actor.kind === 'user' ? ctx.actor.userId : null)

const isInView = (ctx: CompanyCtx, view: ConversationFilter['view']): SQL[] => {
  switch (view) {
    case 'mine':
      return [sql`c.assignee_id = ${readerOf(ctx)}`]
    case 'unassigned':
      return [sql`${aliased.assigneeId} is null`]
    case 'team':
      return [sql`c.team_id = any(${ownTeams(ctx)})`]
    case 'mentions':
      return [
        sql`c.id in (select p.conversation_id from conversation_participants p where p.company_id = ${ctx.company.id}
          and p.user_id = ${readerOf(ctx)}::uuid and p.mentioned_at is not null)`,
      ]
    case 'failed':
      return [sql`c.failed_at is not null`]
    case 'snoozed':
      return [sql`c.status = 'snoozed'`]
    case 'pending':
      return [sql`c.status = 'pending'`]
    case 'all':
      return []
  }
}

/**
 * What has been put aside is out of the way until it comes back: only the view of it, that of mentions and a search show
 * it among the open ones, and that of failures whatever the status is. Those that a bot answers need no assignee.
 */
const hasStatus = ({ status, view, search }: ConversationFilter): SQL[] => {
  if (status === 'all' || (status === 'open' && view === 'failed')) return []
  if (status === 'resolved') return [sql`c.status = 'resolved'`]
  if (view === 'snoozed' || view === 'mentions' || search) return [sql`c.status <> 'resolved'`]
  return [view === 'unassigned' ? isUnassigned(aliased) : isPresent(aliased.status)]
}

const events = {
  created: { at: sql`c.created_at`, which: [] },
  answered: { at: sql`c.first_response_at`, which: [] },
  resolved: { at: sql`c.resolved_at`, which: [sql`c.status = 'resolved'`] },
} as const

/** What happened, and when, in the company's time zone. */
const happened = ({ company }: CompanyCtx, { event, from, to, hour }: ConversationFilter): SQL[] => {
  if (!event) return []
  const { at, which } = events[event]
  const zone = company.timezone
  return [
    ...which,
    sql`${at} is not null`,
    ...(from ? [sql`${at} >= ${from}::date::timestamp at time zone ${zone}`] : []),
    ...(to ? [sql`${at} < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
    ...(hour === undefined ? [] : [sql`extract(hour from ${at} at time zone ${zone}) = ${hour}`]),
  ]
}

const unsearched = (ctx: CompanyCtx, filter: ConversationFilter): SQL[] => [
  sql`c.company_id = ${ctx.company.id}`,
  ...seen(ctx),
  ...isInView(ctx, filter.view),
  ...hasStatus(filter),
  ...(filter.channelId ? [sql`c.channel_id = ${filter.channelId}`] : []),
  ...(filter.assigneeId ? [sql`c.assignee_id = ${filter.assigneeId}`] : []),
  ...(filter.teamId ? [sql`c.team_id = ${filter.teamId}`] : []),
  ...(filter.labelId ? [sql`c.label_ids <> '{}' and c.label_ids @> array[${filter.labelId}]::uuid[]`] : []),
  ...(filter.priority ? [sql`c.priority = ${priorities.indexOf(filter.priority)}`] : []),
  ...(filter.unread ? [sql`c.unread_count > 0`] : []),
  ...(filter.waiting ? [sql`c.waiting_since is not null`] : []),
  ...(filter.overdue ? [sql`c.sla_due_at < ${ctx.now()}`] : []),
  ...happened(ctx, filter),
]

const conditions = async (ctx: CompanyCtx, filter: ConversationFilter): Promise<SQL[]> => [
  ...unsearched(ctx, filter),
  ...(filter.search ? [await matchesSearch(ctx, filter.search)] : []),
]

/** Soonest first; those without an instant come last. */
const soonestFirst = (instant: SQL, cursor: RankedPlace | null) => {
  const key = sql`coalesce(${instant}, 'infinity'::timestamptz)`
  return {
    key,
    order: sql`${key} asc, c.id asc`,
    after: cursor && sql`(${key}, c.id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
  }
}

const orderOf = (sort: ConversationFilter['sort'], cursor: RankedPlace | null) => {
  if (sort === 'waiting') return soonestFirst(sql`c.waiting_since`, cursor)
  if (sort === 'sla') return soonestFirst(sql`c.sla_due_at`, cursor)
  const key = sql`c.last_message_at`
  if (sort === 'priority') {
    return {
      key,
      order: sql`c.priority desc, c.last_message_at desc, c.id desc`,
      after:
        cursor &&
        sql`(c.priority, c.last_message_at, c.id) < (${cursor.rank}, ${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
    }
  }
  return {
    key,
    order: sql`c.last_message_at desc, c.id desc`,
    after: cursor && sql`(c.last_message_at, c.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
  }
}

/** The last message `m` of a conversation `c` as it is now: its sender may have deleted it, or changed its words. */
export const lastColumns = sql.raw(`
  case when m.revoked_at is not null then '' when m.edited_at is not null then left(m.body, 140) else c.last_preview end as last_preview,
  case when m.revoked_at is not null then 'revoked' else m.type end as last_type`)

/**
 * The list rows of the conversations of a page, which has their `id` and `position`. The page is read once: while
 * PostgreSQL has no statistics for new tables, it would run a subquery again for every conversation. What follows is
 * joined in two steps, as planning one join of eight tables takes longer than running it.
 */
const summaryOf = (ctx: CompanyCtx, page: SQL): SQL => sql`
  with p as materialized (${page}),
  listed as materialized (
    select c.*, p.position::text as position, ch.name as channel_name, ch.phone as channel_phone, ch.status as channel_status,
      ct.name as contact_name, ct.profile_name, ct.phone, i.username
    from p
    join conversations c on c.company_id = ${ctx.company.id} and c.id = p.id
    join channels ch on ch.id = c.channel_id
    join contacts ct on ct.company_id = c.company_id and ct.id = c.contact_id
    join contact_identities i on i.company_id = c.company_id and i.id = c.identity_id
  )
  select c.id, c.status, c.unread_count, c.window_expires_at, c.last_message_at, c.last_direction, ${lastColumns},
    c.waiting_since, c.failed_at, c.version, c.position, c.priority, c.label_ids, c.snoozed_until, c.sla_due_at, c.free_entry_expires_at,
    t.id as team_id, t.name as team_name,
    exists (select 1 from conversation_participants p where p.company_id = c.company_id and p.conversation_id = c.id
      and p.user_id = ${readerOf(ctx)}::uuid and p.mentioned_at > coalesce(p.seen_at, '-infinity')) as mentioned,
    c.channel_id, c.channel_name, c.channel_phone, c.channel_status,
    c.contact_id, c.contact_name, c.profile_name, c.phone, c.username,
    u.id as assignee_id, u.name as assignee_name, u.avatar_file_id as assignee_avatar,
    m.status as last_message_status, m.direction as message_direction
  from listed c
  left join users u on u.id = c.assignee_id
  left join teams t on t.id = c.team_id
  left join messages m on m.company_id = c.company_id and m.id = c.last_message_id`

/** One page in the wanted order, up to `limit` rows. */
export const findConversationPage = async (
  ctx: CompanyCtx,
  filter: ConversationFilter,
  cursor: RankedPlace | null,
  limit: number,
): Promise<SummaryRow[]> => {
  const { key, order, after } = orderOf(filter.sort, cursor)
  const where = [...(await conditions(ctx, filter)), ...(after ? [after] : [])]
  // Sorting thousands of whole rows costs twice as much as sorting what orders them.
  const page = sql`select c.id, ${key} as position from conversations c where ${sql.join(where, sql` and `)}
    order by ${order} limit ${limit}`
  const result = await ctx.db.execute<SummaryRow>(sql`${summaryOf(ctx, page)} order by ${order}`)
  return result.rows
}

/** One conversation as lists show it, or null when the actor may not see it. */
export const findSummary = async (
  ctx: CompanyCtx,
  id: string,
  { evenIfHidden = false } = {},
): Promise<SummaryRow | null> => {
  const visible = evenIfHidden ? [] : seen(ctx)
  const where = [sql`c.company_id = ${ctx.company.id}`, sql`c.id = ${id}`, ...visible]
  const page = sql`select c.id, c.last_message_at as position from conversations c where ${sql.join(where, sql` and `)}`
  const result = await ctx.db.execute<SummaryRow>(summaryOf(ctx, page))
  return result.rows[0] ?? null
}

const COUNT_CAP = 1000

type CountedFilter = Omit<ConversationFilter, 'sort'>

const capped = (where: readonly SQL[]): SQL =>
  sql`(select count(*)::int from (select 1 from conversations c where ${sql.join([...where], sql` and `)} limit ${COUNT_CAP}) counted)`

/** The number of conversations for each filter, in order, counted up to 1,000 in one statement. */
export const countFiltered = async (ctx: CompanyCtx, filters: readonly CountedFilter[]): Promise<number[]> => {
  const counts: SQL[] = []
  for (const filter of filters) counts.push(capped(await conditions(ctx, { ...filter, sort: 'newest' })))
  const result = await ctx.db.execute<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`)
  return result.rows[0]?.counts ?? []
}

/**
 * The number of open conversations in each view, of all unread ones, and of resolved ones. The views of open
 * conversations are counted in one scan: counting each view by itself would scan as much every time.
 */
export const countOpen = async (ctx: CompanyCtx) => {
  const open = (view: ConversationView, more: Partial<CountedFilter> = {}): SQL => {
    const where = unsearched(ctx, { view, status: 'open', sort: 'newest', ...more })
    return sql`least(count(*) filter (where ${sql.join(where, sql` and `)}), ${COUNT_CAP})::int`
  }
  const rest = (view: ConversationView, status: 'open' | 'resolved' = 'open'): SQL =>
    capped(unsearched(ctx, { view, status, sort: 'newest' }))
  const isOpen = [sql`c.company_id = ${ctx.company.id}`, sql`c.status <> 'resolved'`, ...seen(ctx)]
  const result = await ctx.db.execute<Record<ConversationView | 'unread' | 'resolved', number>>(sql`
    select ${open('mine')} as mine, ${open('unassigned')} as unassigned, ${open('team')} as team,
      ${open('snoozed')} as snoozed, ${open('pending')} as pending, ${open('all')} as "all",
      ${open('all', { unread: 'true' })} as unread, ${rest('mentions')} as mentions, ${rest('failed')} as failed,
      ${rest('all', 'resolved')} as resolved
    from conversations c where ${sql.join(isOpen, sql` and `)}`)
  const none = { mine: 0, unassigned: 0, team: 0, mentions: 0, failed: 0, snoozed: 0, pending: 0, all: 0 }
  return result.rows[0] ?? { ...none, unread: 0, resolved: 0 }
}

/** How many other conversations the contact has had. */
export const countOtherConversations = async (
  ctx: CompanyCtx,
  contactId: string,
  conversationId: string,
): Promise<number> => {
  const result = await ctx.db.execute<{ count: number }>(sql`select count(*)::int as count from (
    select 1 from conversations c where ${sql.join([sql`c.company_id = ${ctx.company.id}`, ...seen(ctx)], sql` and `)}
      and c.identity_id in (select i.id from contact_identities i where i.company_id = ${ctx.company.id} and i.contact_id = ${contactId})
      and c.id <> ${conversationId} limit ${COUNT_CAP}) counted`)
  return result.rows[0]?.count ?? 0
}
