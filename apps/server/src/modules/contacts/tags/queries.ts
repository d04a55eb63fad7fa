import { contactTagLimit } from '@recado/contracts/contacts/tags'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'

type Named = { id: string; name: string }

/** The tags of some ids, by name; ids of tags that are gone have none. */
export const findTags = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Named[]> => {
  if (ids.length === 0) return []
  const { rows } = await ctx.db.execute<Named>(sql`
    select id, name from contact_tags
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
