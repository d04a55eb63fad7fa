import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { type contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'

export type ListRow = typeof contactLists.$inferSelect
/** `contacts`: how many are in it, those in the bin left out. */
export type CountedList = ListRow & { contacts: number }
export type MemberSource = (typeof contactListMembers.$inferInsert)['source']

const isThis = (ctx: CompanyCtx, id: string) => and(eq(contactLists.companyId, ctx.company.id), eq(contactLists.id, id))

const members = sql<number>`(select count(*)::int from contact_list_members m
  join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id and ct.deleted_at is null
  where m.company_id = contact_lists.company_id and m.list_id = contact_lists.id)`

const columns = {
  id: contactLists.id,
  companyId: contactLists.companyId,
  name: contactLists.name,
  description: contactLists.description,
  version: contactLists.version,
  createdAt: contactLists.createdAt,
  updatedAt: contactLists.updatedAt,
  contacts: members,
}

export const listLists = (ctx: CompanyCtx): Promise<CountedList[]> =>
  ctx.db
    .select(columns)
    .from(contactLists)
    .where(eq(contactLists.companyId, ctx.company.id))
    .orderBy(sql`lower(${contactLists.name})`, contactLists.id)

export const countLists = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(contactLists, eq(contactLists.companyId, ctx.company.id))

export const findList = async (ctx: CompanyCtx, id: string): Promise<CountedList | null> => {
  const rows = await ctx.db.select(columns).from(contactLists).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

export const insertList = async (ctx: CompanyCtx, row: Pick<ListRow, 'id' | 'name' | 'description'>): Promise<void> => {
  await unlessTaken(ctx.db.insert(contactLists).values({ ...row, companyId: ctx.company.id }))
}

export const updateList = async (
  ctx: CompanyCtx,
  id: string,
  change: Partial<Pick<ListRow, 'name' | 'description'>>,
): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(contactLists)
      .set({ ...change, version: sql`${contactLists.version} + 1`, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

/** Its members are no longer in it. */
export const deleteList = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(contactLists).where(isThis(ctx, id))
}

/** Adds those contacts of the company that are not in the list yet; answers which. */
export const insertMembers = async (
  ctx: CompanyCtx,
  listId: string,
  contactIds: readonly string[],
  { source, addedBy }: { source: MemberSource; addedBy: string | null },
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ contact_id: string }>(sql`
    insert into contact_list_members (company_id, list_id, contact_id, source, added_by)
    select l.company_id, l.id, ct.id, ${source}, ${addedBy}::uuid
    from contact_lists l join contacts ct on ct.company_id = l.company_id
    where l.company_id = ${ctx.company.id} and l.id = ${listId} and ct.id = any(${sql.param([...contactIds])}::uuid[])
      and ct.merged_into_id is null
    on conflict do nothing returning contact_id`)
  return rows.map((row) => row.contact_id)
}

/** Takes contacts out of a list; answers which were in it. */
export const deleteMembers = async (
  ctx: CompanyCtx,
  listId: string,
  contactIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ contact_id: string }>(sql`
    delete from contact_list_members where company_id = ${ctx.company.id} and list_id = ${listId}
      and contact_id = any(${sql.param([...contactIds])}::uuid[]) returning contact_id`)
  return rows.map((row) => row.contact_id)
}

export type MembershipRow = {
  id: string
  name: string
  source: MemberSource
  created_at: string
  user_id: string | null
  user_name: string | null
  avatar_file_id: string | null
}

/** The lists that a contact is in, by name, with who put them there. */
export const findMemberships = async (ctx: CompanyCtx, contactId: string): Promise<MembershipRow[]> => {
  const { rows } = await ctx.db.execute<MembershipRow>(sql`
    select l.id, l.name, m.source, m.created_at, u.id as user_id, u.name as user_name, u.avatar_file_id
    from contact_list_members m
    join contact_lists l on l.company_id = m.company_id and l.id = m.list_id
    left join users u on u.id = m.added_by
    where m.company_id = ${ctx.company.id} and m.contact_id = ${contactId}
    order by lower(l.name), l.id`)
  return rows
}
