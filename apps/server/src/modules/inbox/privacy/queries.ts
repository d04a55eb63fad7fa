import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { erasing } from '#server/modules/contacts/contacts/index.ts'

/** The conversation of a contact that a message without a template can go to now; the latest if there are several. */
export const findWritable = async (ctx: CompanyCtx, contactId: string): Promise<string | null> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from conversations where company_id = ${ctx.company.id} and contact_id = ${contactId}
      and window_expires_at > ${ctx.now().toISOString()}::timestamptz
    order by (status <> 'resolved') desc, window_expires_at desc limit 1`)
  return rows[0]?.id ?? null
}

export type ExportedConversation = { id: string; status: string; number: string; startedAt: string }

/** Every conversation with a contact, oldest first. */
export const listConversationsOf = async (ctx: CompanyCtx, contactId: string): Promise<ExportedConversation[]> => {
  const { rows } = await ctx.db.execute<ExportedConversation>(sql`
    select v.id, v.status, coalesce(c.name, '') as number, to_json(v.created_at) #>> '{}' as "startedAt"
    from conversations v left join channels c on c.id = v.channel_id
    where v.company_id = ${ctx.company.id} and v.contact_id = ${contactId} order by v.created_at, v.id`)
  return rows
}

export type ExportedNote = {
  kind: string
  body: string
  author: string | null
  dueAt: string | null
  doneAt: string | null
  createdAt: string
}

/** What members wrote down about a contact, and about those that were merged into it, oldest first. */
export const listNotesOf = async (ctx: CompanyCtx, contactId: string): Promise<ExportedNote[]> => {
  const { rows } = await ctx.db.execute<ExportedNote>(sql`
    select n.kind, n.body, u.name as author, to_json(n.due_at) #>> '{}' as "dueAt", to_json(n.done_at) #>> '{}' as "doneAt",
      to_json(n.created_at) #>> '{}' as "createdAt"
    from contact_notes n left join users u on u.id = n.author_id
    where n.company_id = ${ctx.company.id} and n.contact_id in (${erasing.idsOfAll(ctx, contactId)})
    order by n.created_at, n.id`)
  return rows
}

export type ExportedList = { name: string; since: string }

/** The lists that a contact is in. */
export const listListsOf = async (ctx: CompanyCtx, contactId: string): Promise<ExportedList[]> => {
  const { rows } = await ctx.db.execute<ExportedList>(sql`
    select l.name, to_json(m.created_at) #>> '{}' as since
    from contact_list_members m join contact_lists l on l.id = m.list_id
    where m.company_id = ${ctx.company.id} and m.contact_id = ${contactId} order by lower(l.name)`)
  return rows
}

type ExportedEvent = { id: string; kind: string; data: Record<string, unknown>; at: string }

const EVENTS = 500

/** What happened to a contact, and to those that were merged into it, besides messages, in pages. */
export async function* eventsOf(ctx: CompanyCtx, contactId: string): AsyncGenerator<Omit<ExportedEvent, 'id'>> {
  for (let after: ExportedEvent | undefined; ; ) {
    const further = after ? sql`and (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
    const { rows } = await ctx.db.execute<ExportedEvent>(sql`
      select id, kind, data, to_json(at) #>> '{}' as at from contact_events
      where company_id = ${ctx.company.id} and contact_id in (${erasing.idsOfAll(ctx, contactId)}) ${further} order by at, id limit ${EVENTS}`)
    for (const { kind, data, at } of rows) yield { kind, data, at }
    after = rows.at(-1)
    if (rows.length < EVENTS) return
  }
}

/** Contacts that are looked at in one statement. */
const AFFECTED_PAGE = 2000

export type Affected = {
  id: string
  name: string | null
  profileName: string | null
  username: string | null
  phone: string | null
  email: string | null
  createdAt: string
  /** How many messages went to and fro, and how often something about them changed. */
  messages: number
  changes: number
}

/** Those of the next contacts after one whose data was concerned in a range; `last` is null when there are no more. */
export const findAffected = async (
  ctx: CompanyCtx,
  { from, until }: { from: Date; until: Date },
  after: string | null,
): Promise<{ last: string | null; found: Affected[] }> => {
  const within = sql`>= ${from.toISOString()}::timestamptz`
  const before = sql`< ${until.toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<Affected & { concerned: boolean }>(sql`
    select ct.id, ct.name, ct.profile_name as "profileName", ct.phone, ct.email,
      (select i.username from contact_identities i
        where i.company_id = ct.company_id and i.contact_id = ct.id and i.username <> '' limit 1) as username,
      to_json(ct.created_at) #>> '{}' as "createdAt", m.n as messages, e.n as changes,
      m.n > 0 or e.n > 0 or (ct.created_at ${within} and ct.created_at ${before}) as concerned
    from (select * from contacts where company_id = ${ctx.company.id} and erased_at is null and merged_into_id is null
        ${after ? sql`and id > ${after}` : sql``} order by id limit ${AFFECTED_PAGE}) ct
    cross join lateral (select count(*)::int as n from contact_identities i
      join conversations v on v.company_id = i.company_id and v.identity_id = i.id
      join messages x on x.company_id = v.company_id and x.conversation_id = v.id
      where i.company_id = ct.company_id and i.contact_id = ct.id and x.direction in ('in', 'out')
        and x.occurred_at ${within} and x.occurred_at ${before}) m
    cross join lateral (select count(*)::int as n from contact_events x
      where x.company_id = ct.company_id and x.contact_id = ct.id and x.at ${within} and x.at ${before}) e
    order by ct.id`)
  const last = rows.length < AFFECTED_PAGE ? null : (rows.at(-1)?.id ?? null)
  return { last, found: rows.filter(({ concerned }) => concerned) }
}
