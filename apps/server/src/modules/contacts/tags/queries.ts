import { tagsOfContact } from '@recado/contracts/contacts/contacts'
import { contactTagLimit } from '@recado/contracts/contacts/tags'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactTags } from '#server/db/schema/contacts/tags.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'
import { newId } from '#server/lib/ids.ts'

type Named = { id: string; name: string }
type Badge = Named & { color: typeof contactTags.$inferSelect.color }

/** The tags of some ids, by name; ids of tags that are gone have none. */
export const findTags = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Badge[]> => {
  if (ids.length === 0) return []
  const { rows } = await ctx.db.execute<Badge>(sql`
    select id, name, color from contact_tags
    where company_id = ${ctx.company.id} and id = any(${sql.param([...ids])}::uuid[]) order by lower(name), id`)
  return rows
}

/** Finds tags by their names, however capitalised. */
export const findTagsByName = async (ctx: CompanyCtx, names: readonly string[]): Promise<Named[]> => {
  const { rows } = await ctx.db.execute<Named>(sql`
    select id, name from contact_tags where company_id = ${ctx.company.id}
      and lower(name) in (select lower(n) from unnest(${sql.param([...names])}::text[]) as n)`)
  return rows
}

/** Adds tags that are not there yet, within the limit. */
export const insertTags = async (ctx: CompanyCtx, names: readonly string[]): Promise<void> => {
  const ids = names.map(() => newId())
  await ctx.db.execute(sql`
    insert into contact_tags (id, company_id, name)
    select k.id, ${ctx.company.id}, k.name from unnest(${sql.param(ids)}::uuid[], ${sql.param([...names])}::text[])
      with ordinality as k(id, name, n)
    where k.n <= ${contactTagLimit} - (select count(*) from contact_tags where company_id = ${ctx.company.id})
    on conflict do nothing`)
}

export type TagRow = typeof contactTags.$inferSelect

const isThis = (ctx: CompanyCtx, id: string) => and(eq(contactTags.companyId, ctx.company.id), eq(contactTags.id, id))

export const listTags = (ctx: CompanyCtx): Promise<TagRow[]> =>
  ctx.db
    .select()
    .from(contactTags)
    .where(eq(contactTags.companyId, ctx.company.id))
    .orderBy(asc(sql`lower(${contactTags.name})`), asc(contactTags.id))

/** How many contacts have each tag; those in the bin do not count. */
export const countContactsByTag = async (ctx: CompanyCtx): Promise<Map<string, number>> => {
  const { rows } = await ctx.db.execute<{ id: string; count: number }>(sql`
    select t.id, count(*)::int as count from contacts ct cross join unnest(ct.tag_ids) as t(id)
    where ct.company_id = ${ctx.company.id} and ct.deleted_at is null and ct.tag_ids <> '{}' group by t.id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export const countTags = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(contactTags, eq(contactTags.companyId, ctx.company.id))

export const findTag = async (ctx: CompanyCtx, id: string): Promise<TagRow | null> => {
  const rows = await ctx.db.select().from(contactTags).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

export const insertTag = async (ctx: CompanyCtx, row: Pick<TagRow, 'id' | 'name' | 'color'>): Promise<void> => {
  await unlessTaken(ctx.db.insert(contactTags).values({ ...row, companyId: ctx.company.id }))
}

export const updateTag = async (
  ctx: CompanyCtx,
  id: string,
  change: Partial<Pick<TagRow, 'name' | 'color'>>,
): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(contactTags)
      .set({ ...change, version: sql`${contactTags.version} + 1`, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const deleteTag = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(contactTags).where(isThis(ctx, id))
}

/** Everyone who has a tag, in the bin or not. */
const tagged = (ctx: CompanyCtx, id: string) =>
  sql`company_id = ${ctx.company.id} and tag_ids && array[${id}::uuid] and tag_ids <> '{}'`

/** Takes a tag from everyone who has it. */
export const dropFromContacts = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.execute(sql`update contacts set tag_ids = array_remove(tag_ids, ${id}::uuid), version = version + 1,
    updated_at = now() where ${tagged(ctx, id)}`)
}

/** Gives everyone who has a tag another one in its place, once. */
export const replaceOnContacts = async (ctx: CompanyCtx, id: string, otherId: string): Promise<void> => {
  await ctx.db.execute(sql`update contacts set tag_ids = array_remove(array_remove(tag_ids, ${id}::uuid), ${otherId}::uuid)
      || ${otherId}::uuid, version = version + 1, updated_at = now() where ${tagged(ctx, id)}`)
}

/** Gives a contact a tag; false when they have it, or as many as a contact may. */
export const addToContact = async (ctx: CompanyCtx, contactId: string, id: string): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    update contacts set tag_ids = tag_ids || ${id}::uuid, version = version + 1, updated_at = now()
    where company_id = ${ctx.company.id} and id = ${contactId} and erased_at is null
      and not ${id}::uuid = any(tag_ids) and cardinality(tag_ids) < ${tagsOfContact} returning id`)
  return rows.length > 0
}

/** Takes a tag from a contact; false when they did not have it. */
export const removeFromContact = async (ctx: CompanyCtx, contactId: string, id: string): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    update contacts set tag_ids = array_remove(tag_ids, ${id}::uuid), version = version + 1, updated_at = now()
    where company_id = ${ctx.company.id} and id = ${contactId} and ${id}::uuid = any(tag_ids) returning id`)
  return rows.length > 0
}
