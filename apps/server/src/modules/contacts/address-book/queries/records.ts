import type { ContactChange } from '@recado/contracts/contacts/address-book'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'

export type RecordRow = {
  id: string
  args: ContactChange
  count: number
  subject: string | null
  /** Whether the field that was changed is sensitive; null for other changes, and for a field that is gone. */
  sensitive: boolean | null
  actor_id: string | null
  actor_name: string | null
  actor_avatar: string | null
  created_at: string
  undone_at: string | null
}

/** Writes a change down before it is done; doing it again adds nothing. */
export const insertRecord = async (ctx: CompanyCtx, id: string, change: ContactChange): Promise<void> => {
  const actorId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  await ctx.db.execute(sql`
    insert into contact_bulk_changes (id, company_id, actor_id, kind, args)
    values (${id}, ${ctx.company.id}, ${actorId}::uuid, ${change.type}, ${JSON.stringify(change)}::jsonb)
    on conflict do nothing`)
}

export const addToCount = async (ctx: CompanyCtx, id: string, count: number): Promise<void> => {
  await ctx.db.execute(sql`update contact_bulk_changes set count = count + ${count}
    where company_id = ${ctx.company.id} and id = ${id}`)
}

/** How many contacts a change has made others so far. */
export const findCount = async (ctx: CompanyCtx, id: string): Promise<number> => {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`select count from contact_bulk_changes
    where company_id = ${ctx.company.id} and id = ${id}`)
  return rows[0]?.count ?? 0
}

/** Writes down who was put into a list, or taken out of one. */
export const insertMembersChanged = async (
  ctx: CompanyCtx,
  changeId: string,
  contactIds: readonly string[],
): Promise<void> => {
  await ctx.db.execute(sql`
    insert into contact_bulk_change_rows (company_id, change_id, contact_id)
    select ${ctx.company.id}, ${changeId}::uuid, k.id from unnest(${sql.param([...contactIds])}::uuid[]) as k(id)
    on conflict do nothing`)
}

/** Some of those whom a change made others and an undo has not come to, held still to the end of the transaction. */
export const takeChanged = async (ctx: CompanyCtx, changeId: string, limit: number): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select contact_id as id from contact_bulk_change_rows
    where company_id = ${ctx.company.id} and change_id = ${changeId} and undone is null
    order by contact_id limit ${limit} for update`)
  return rows.map(({ id }) => id)
}

/** Writes down of which contacts a change was taken back, and that others of `ids` stay as they are. */
export const settleUndone = async (
  ctx: CompanyCtx,
  changeId: string,
  ids: readonly string[],
  restored: readonly string[],
): Promise<void> => {
  await ctx.db.execute(sql`update contact_bulk_change_rows set undone = contact_id = any(${sql.param([...restored])}::uuid[])
    where company_id = ${ctx.company.id} and change_id = ${changeId} and contact_id = any(${sql.param([...ids])}::uuid[])`)
}

export const countUndone = async (ctx: CompanyCtx, changeId: string): Promise<number> => {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`select count(*)::int as count
    from contact_bulk_change_rows where company_id = ${ctx.company.id} and change_id = ${changeId} and undone`)
  return rows[0]?.count ?? 0
}

/** Contacts that an undo left as they are, after one in the order of ids. */
export const findKept = async (
  ctx: CompanyCtx,
  changeId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select contact_id as id from contact_bulk_change_rows
    where company_id = ${ctx.company.id} and change_id = ${changeId} and not undone
      ${after === null ? sql`` : sql`and contact_id > ${after}::uuid`} order by contact_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

const recordsWhere = (ctx: CompanyCtx, where: SQL, limit: number) => sql`
  select b.id, b.args, b.count, b.created_at::text, b.undone_at::text, u.id as actor_id, u.name as actor_name,
    u.avatar_file_id as actor_avatar,
    coalesce(l.name, o.name, a.label ->> 'en') as subject, a.sensitive
  from contact_bulk_changes b
  left join users u on u.id = b.actor_id
  left join contact_lists l on l.company_id = b.company_id and l.id::text = b.args ->> 'listId'
  left join users o on o.id::text = b.args ->> 'ownerId'
  left join contact_attributes a on a.company_id = b.company_id and a.key = b.args ->> 'key'
  where b.company_id = ${ctx.company.id} and ${where} order by b.created_at desc, b.id desc limit ${limit}`

/** Changes of many contacts before a place, newest first; those that changed nothing are left out. */
export const listRecords = async (
  ctx: CompanyCtx,
  before: { at: string; id: string } | null,
  limit: number,
): Promise<RecordRow[]> => {
  const where = before ? sql`(b.created_at, b.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql`true`
  return (await ctx.db.execute<RecordRow>(recordsWhere(ctx, sql`b.count > 0 and ${where}`, limit))).rows
}

/** One of them, held still to the end of the transaction; null when it is not there. */
export const lockRecord = async (ctx: CompanyCtx, id: string): Promise<RecordRow | null> => {
  await ctx.db.execute(sql`select 1 from contact_bulk_changes b
    where b.company_id = ${ctx.company.id} and b.id = ${id} for update`)
  return (await ctx.db.execute<RecordRow>(recordsWhere(ctx, sql`b.id = ${id}`, 1))).rows[0] ?? null
}

export const markUndone = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.execute(sql`update contact_bulk_changes set undone_at = ${ctx.now().toISOString()}::timestamptz
    where company_id = ${ctx.company.id} and id = ${id}`)
}

/** Forgets what contacts were before changes of before an instant. */
export const dropUndoRows = async (ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> => {
  await ctx.db.execute(sql`delete from contact_bulk_change_rows r using contact_bulk_changes b
    where b.id = r.change_id and b.created_at < ${before.toISOString()}::timestamptz`)
}

/** Forgets changes of before an instant altogether. */
export const dropRecords = async (ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> => {
  await ctx.db.execute(sql`delete from contact_bulk_changes where created_at < ${before.toISOString()}::timestamptz`)
}
