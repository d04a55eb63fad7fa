import type { Ability } from '@recado/contracts'
import type { TimelineEntry, TimelineType } from '@recado/contracts/contacts/contact-timeline'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'

/** Where a page of the timeline begins: `at` in microseconds of the epoch. */
export type TimelinePlace = { at: string; id: string }

/** One entry; `data` is what its type says of it. */
export type TimelineRow = {
  type: TimelineEntry['type']
  id: string
  /** Microseconds of the epoch, as Postgres counts them: a page goes on exactly where the last one ended. */
  position: string
  kind: string
  actor_id: string | null
  actor_name: string | null
  actor_avatar: string | null
  data: Record<string, unknown>
}

/** What a module above adds to the timelines of contacts. */
export type TimelineSource = {
  type: TimelineType
  /** Who sees it. */
  can: Ability
  /** Rows of `type`, `id`, `at` and `data` as their entry has them, of the contacts in `family`. */
  rows: (ctx: CompanyCtx) => SQL
}

/** The contact and those that were merged into it, which keep what happened to them. */
export const family = (ctx: CompanyCtx, contactId: string): SQL => sql`
  with recursive family as (
    select c.id from contacts c where c.company_id = ${ctx.company.id} and c.id = ${contactId}
    union
    select c.id from contacts c join family f on c.merged_into_id = f.id where c.company_id = ${ctx.company.id}
  )`

const microseconds = (at: SQL): SQL => sql`(extract(epoch from ${at}) * 1000000)::bigint`

/** What was written by day and conversation, in the company's time zone, with the last message of the day. */
const messagesSql = (ctx: CompanyCtx): SQL => sql`
  select 'messages' as type, d.conversation_id::text || ' ' || d.day as id, ${microseconds(sql`d.at`)} as position,
    'messages' as kind, null::uuid as actor_id,
    jsonb_build_object('conversationId', d.conversation_id, 'channelName', d.channel_name, 'received', d.received,
      'sent', d.sent, 'templates', d.templates, 'messageId', l.id, 'direction', l.direction, 'messageType', l.type,
      'preview', coalesce(left(l.body, 300), '')) as data
  from (
    select m.conversation_id, ch.name as channel_name,
      to_char(m.occurred_at at time zone ${ctx.company.timezone}, 'YYYY-MM-DD') as day, max(m.occurred_at) as at,
      count(*) filter (where m.direction = 'in')::int as received, count(*) filter (where m.direction = 'out')::int as sent,
      coalesce(jsonb_agg(distinct m.payload->'template'->>'name') filter (where m.type = 'template'
        and m.payload->'template'->>'name' is not null), '[]'::jsonb) as templates,
      (array_agg(m.id order by m.occurred_at desc, m.id desc))[1] as last_id
    from conversations c
    join messages m on m.company_id = c.company_id and m.conversation_id = c.id
    join channels ch on ch.id = c.channel_id
    where c.company_id = ${ctx.company.id} and c.identity_id in (
        select i.id from contact_identities i where i.company_id = ${ctx.company.id}
          and i.contact_id in (select id from family))
      and m.direction in ('in', 'out') and m.revoked_at is null and ${isVisible(ctx) ?? sql`true`}
    group by m.conversation_id, ch.name, 3
  ) d join messages l on l.company_id = ${ctx.company.id} and l.id = d.last_id`

const notesSql = (ctx: CompanyCtx): SQL => sql`
  select 'note', n.id::text, ${microseconds(sql`n.created_at`)}, n.kind, n.author_id,
    jsonb_build_object('body', n.body, 'pinned', n.pinned, 'dueAt', n.due_at, 'doneAt', n.done_at,
      'createdAt', n.created_at, 'updatedAt', n.updated_at)
  from contact_notes n where n.company_id = ${ctx.company.id} and n.contact_id in (select id from family)`

const eventsSql = (ctx: CompanyCtx, kinds: SQL): SQL => sql`
  select 'event', e.id::text, ${microseconds(sql`e.at`)}, e.kind, e.actor_id, e.data
  from contact_events e where e.company_id = ${ctx.company.id} and e.contact_id in (select id from family) and ${kinds}`

const ratingsSql = (ctx: CompanyCtx): SQL => sql`
  select 'rating', r.id::text, ${microseconds(sql`r.answered_at`)}, 'rating', null::uuid,
    jsonb_build_object('conversationId', r.conversation_id, 'score', r.score, 'comment', r.comment)
  from csat_responses r join conversations c on c.company_id = r.company_id and c.id = r.conversation_id
  where r.company_id = ${ctx.company.id} and r.contact_id in (select id from family) and r.score is not null
    and r.answered_at is not null and ${isVisible(ctx) ?? sql`true`}`

const addedSql = (ctx: CompanyCtx, type: TimelineType): SQL[] =>
  ctx.deps.handlers.timeline
    .filter((source) => source.type === type)
    .map(
      ({ rows }) =>
        sql`select s.type, s.id, ${microseconds(sql`s.at`)}, s.type, null::uuid, s.data from (${rows(ctx)}) s`,
    )

/** What there was with a contact, newest first, from a place on. */
export const findTimeline = async (
  ctx: CompanyCtx,
  contactId: string,
  { types, place, limit }: { types: readonly TimelineType[]; place: TimelinePlace | null; limit: number },
): Promise<TimelineRow[]> => {
  const own: Partial<Record<TimelineType, () => SQL>> = {
    messages: () => messagesSql(ctx),
    notes: () => notesSql(ctx),
    changes: () => eventsSql(ctx, sql`e.kind <> 'consent_recorded'`),
    consent: () => eventsSql(ctx, sql`e.kind = 'consent_recorded'`),
    ratings: () => ratingsSql(ctx),
  }
  const parts = types.flatMap((type) => own[type]?.() ?? addedSql(ctx, type))
  const isAfter = place ? sql`(t.position, t.id) < (${place.at}::bigint, ${place.id})` : sql`true`
  const { rows } = await ctx.db.execute<TimelineRow>(sql`
    ${family(ctx, contactId)}, t(type, id, position, kind, actor_id, data) as (${sql.join(parts, sql` union all `)})
    select t.type, t.id, t.position::text, t.kind, t.actor_id, u.name as actor_name, u.avatar_file_id as actor_avatar, t.data
    from t left join users u on u.id = t.actor_id
    where ${isAfter} order by t.position desc, t.id desc limit ${limit}`)
  return rows
}
