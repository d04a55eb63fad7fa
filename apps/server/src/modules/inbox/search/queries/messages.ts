import type { ParsedSearch, searchHas } from '@recado/contracts/shared/search'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { folded, startingWith } from '#server/db/like.ts'
import { contactMatches } from '#server/modules/contacts/contacts/index.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'
import { hasWords, textQuery } from './text-query.ts'

export type Position = { at: string; id: string }
export type Asked = { search: ParsedSearch; conversationId: string | undefined; before: Position | null }

export type FoundRow = {
  id: string
  conversation_id: string
  contact_id: string
  name: string | null
  profile_name: string | null
  phone: string | null
  username: string | null
  channel_id: string
  channel_name: string
  author_name: string | null
  direction: 'in' | 'out' | 'note'
  type: string
  occurred_at: string
  excerpt: string
}

/** Marks the words that were found; no text holds these, because control characters are not stored. */
export const hitMarks = { start: '\u0001', end: '\u0002' } as const

/** Common words are found among the newest messages; looking at each costs about 30 µs. */
const NEWEST = 400
/** Texts of up to so many characters are shown whole. */
const SHORT_TEXT = 160
/** As many when nothing but operators was asked, which no index knows. */
const NEWEST_WITHOUT_WORDS = 20_000

const likeName = (column: SQL, name: string) => sql`${folded(column)} like ${folded(startingWith(name))}`

const kinds: Record<(typeof searchHas)[number], SQL> = {
  media: sql`m.type in ('image', 'video', 'audio', 'document', 'sticker')`,
  image: sql`m.type = 'image'`,
  video: sql`m.type = 'video'`,
  audio: sql`m.type = 'audio'`,
  document: sql`m.type = 'document'`,
  link: sql`m.body ~* 'https?://'`,
  note: sql`m.direction = 'note'`,
  template: sql`m.type = 'template'`,
}

const contactIs = async (ctx: CompanyCtx, name: string) =>
  sql`m.contact_id in (select ct.id from contacts ct where ct.company_id = ${ctx.company.id}
    and ${await contactMatches(ctx, name)})`

const authorIs = (name: string) =>
  sql`m.author_id in (select u.id from company_members cm join users u on u.id = cm.user_id
    where cm.company_id = m.company_id and ${likeName(sql`u.name`, name)})`

/** Conditions on the message alone. */
const messageConditions = async (ctx: CompanyCtx, { search, conversationId, before }: Asked): Promise<SQL[]> => {
  const { from, to, has, before: until, after, channel } = search.operators
  const zone = ctx.company.timezone
  return [
    sql`m.company_id = ${ctx.company.id}`,
    sql`m.direction <> 'event'`,
    sql`m.revoked_at is null`,
    ...(conversationId ? [sql`m.conversation_id = ${conversationId}`] : []),
    ...(before ? [sql`(m.occurred_at, m.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
    ...(until ? [sql`m.occurred_at < (${until}::date)::timestamp at time zone ${zone}`] : []),
    ...(after ? [sql`m.occurred_at >= (${after}::date + 1)::timestamp at time zone ${zone}`] : []),
    ...(has ? [kinds[has]] : []),
    ...(from
      ? [sql`((m.direction = 'in' and ${await contactIs(ctx, from)}) or (m.direction <> 'in' and ${authorIs(from)}))`]
      : []),
    ...(to ? [sql`(m.direction = 'out' and ${await contactIs(ctx, to)})`] : []),
    ...(channel
      ? [
          sql`m.channel_id in (select ch.id from channels ch where ch.company_id = ${ctx.company.id}
            and (${likeName(sql`ch.name`, channel)} or ch.phone like '%' || ${channel} || '%'))`,
        ]
      : []),
  ]
}

/** Conditions on the conversation, under the alias `c`; none for a member who sees all and set no filter. */
const conversationConditions = (ctx: CompanyCtx, { search }: Asked): SQL[] => {
  const { label, team, assignee, status } = search.operators
  const visible = isVisible(ctx)
  return [
    ...(visible ? [visible] : []),
    ...(status ? [sql`c.status = ${status}`] : []),
    ...(label
      ? [
          sql`c.label_ids && array(select l.id from labels l where l.company_id = ${ctx.company.id} and ${likeName(sql`l.name`, label)})`,
        ]
      : []),
    ...(team
      ? [
          sql`c.team_id in (select t.id from teams t where t.company_id = ${ctx.company.id} and ${likeName(sql`t.name`, team)})`,
        ]
      : []),
    ...(assignee
      ? [
          sql`c.assignee_id in (select u.id from company_members cm join users u on u.id = cm.user_id
            where cm.company_id = ${ctx.company.id} and ${likeName(sql`u.name`, assignee)})`,
        ]
      : []),
  ]
}

const allOf = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `)

/** Ids of messages that match, among the newest ones: quick for words that stand in many messages. */
const amongNewest = async (ctx: CompanyCtx, asked: Asked, query: SQL | null): Promise<SQL> => {
  const where = await messageConditions(ctx, asked)
  return sql`select m.id, m.conversation_id, m.occurred_at from (
      select m.* from messages m where ${allOf(where)} order by m.occurred_at desc, m.id desc
      limit ${query ? NEWEST : NEWEST_WITHOUT_WORDS}) m
    ${query ? sql`where recado_words(m.body) @@ ${query}` : sql``}`
}

/** All that match, by the index of words: quick for words that stand in few messages. */
const byWords = async (ctx: CompanyCtx, asked: Asked): Promise<SQL> => {
  const where = allOf(await messageConditions(ctx, asked))
  const { words } = asked.search
  const inText = hasWords({ company: sql`m.company_id`, text: sql`m.body` }, ctx.company.id, words)
  const inName = hasWords({ company: sql`f.company_id`, text: sql`f.filename` }, ctx.company.id, words)
  return sql`select m.id, m.conversation_id, m.occurred_at from messages m
      where ${where} and ${inText}
    union
    select m.id, m.conversation_id, m.occurred_at from message_media f
      join messages m on m.company_id = f.company_id and m.id = f.message_id
      where ${where} and f.company_id = ${ctx.company.id} and ${inName}`
}

const excerptOf = (query: SQL | null): SQL => {
  const text = sql`coalesce(nullif(m.body, ''), f.filename, '')`
  if (!query) return sql`left(${text}, 200)`
  const marks = `StartSel="${hitMarks.start}", StopSel="${hitMarks.end}"`
  const options = sql`case when length(${text}) <= ${SHORT_TEXT} then ${`${marks}, HighlightAll=true`} else ${`${marks}, MaxWords=28, MinWords=14`} end`
  const inLanguage = (language: SQL) => sql`ts_headline(${language}, left(${text}, 5000), ${query}, ${options})`
  return sql`case when to_tsvector('public.recado_portuguese', recado_plain(${text})) @@ ${query}
    then ${inLanguage(sql`'public.recado_portuguese'`)} else ${inLanguage(sql`'public.recado_english'`)} end`
}

type Page = { query: SQL | null; limit: number }

const pageOf = async (ctx: CompanyCtx, asked: Asked, hits: SQL, { query, limit }: Page) => {
  const conversations = conversationConditions(ctx, asked)
  const joined = sql`join conversations c on c.company_id = ${ctx.company.id} and c.id = h.conversation_id`
  const result = await ctx.db.execute<FoundRow>(sql`
    with hits as materialized (${hits}),
      page as materialized (select h.id, h.occurred_at from hits h
        ${conversations.length > 0 ? sql`${joined} where ${allOf(conversations)}` : sql``}
        order by h.occurred_at desc, h.id desc limit ${limit})
    select m.id, m.conversation_id, m.contact_id, ct.name, ct.profile_name, ct.phone, i.username,
      m.channel_id, ch.name as channel_name, u.name as author_name, m.direction, m.type,
      m.occurred_at::text as occurred_at, ${excerptOf(query)} as excerpt
    from page p
    join messages m on m.company_id = ${ctx.company.id} and m.id = p.id
    join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
    join contacts ct on ct.company_id = m.company_id and ct.id = c.contact_id
    join contact_identities i on i.company_id = m.company_id and i.id = c.identity_id
    join channels ch on ch.id = m.channel_id
    left join users u on u.id = m.author_id
    left join message_media f on f.company_id = m.company_id and f.message_id = m.id
    order by m.occurred_at desc, m.id desc`)
  return result.rows
}

/**
 * Up to `limit` messages that match, newest first. Words that are common are met soon among the newest messages, words
 * that are rare by the index; each way alone would be slow for the other kind.
 */
export const findMessages = async (ctx: CompanyCtx, asked: Asked, limit: number): Promise<FoundRow[]> => {
  const query = textQuery(asked.search.words)
  const newest = await pageOf(ctx, asked, await amongNewest(ctx, asked, query), { query, limit })
  if (newest.length >= limit || query === null) return newest
  return pageOf(ctx, asked, await byWords(ctx, asked), { query, limit })
}
