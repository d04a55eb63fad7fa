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
