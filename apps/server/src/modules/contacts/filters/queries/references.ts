import type { AttributeFacts, FieldReference, NamedReference } from '@recado/contracts/contacts/contact-fields'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** The fields that the company made up, as filters know them. */
export const listAttributeFacts = async (ctx: CompanyCtx): Promise<AttributeFacts[]> => {
  const { rows } = await ctx.db.execute<AttributeFacts>(sql`
    select key, label, type, options, sensitive from contact_attributes
    where company_id = ${ctx.company.id} order by position, key`)
  return rows
}

const readerOf = ({ actor }: CompanyCtx) => (actor.kind === 'user' ? actor.userId : null)

/** Segments that the reader sees. */
const ownSegments = (ctx: CompanyCtx): SQL =>
  sql`from segments where company_id = ${ctx.company.id} and (shared or author_id = ${readerOf(ctx)}::uuid)`

const sources: Record<FieldReference, (ctx: CompanyCtx) => SQL> = {
  tags: ({ company }) => sql`select id, name from contact_tags where company_id = ${company.id}`,
  lists: ({ company }) => sql`select id, name from contact_lists where company_id = ${company.id}`,
  labels: ({ company }) => sql`select id, name from labels where company_id = ${company.id}`,
  channels: ({ company }) => sql`select id, name from channels where company_id = ${company.id}`,
  segments: (ctx) => sql`select id, name ${ownSegments(ctx)}`,
  members: ({ company }) => sql`
    select u.id, u.name from company_members m join users u on u.id = m.user_id
    where m.company_id = ${company.id} and m.status <> 'invited'`,
}

/** Things of the company that values may name, by name: all of a kind, or those with some ids. */
export const listReferences = async (
  ctx: CompanyCtx,
  kind: FieldReference,
  ids?: readonly string[],
): Promise<NamedReference[]> => {
  const only = ids ? sql`where r.id = any(${sql.param([...ids])}::uuid[])` : sql``
  const { rows } = await ctx.db.execute<NamedReference>(sql`
    select r.id, r.name from (${sources[kind](ctx)}) r ${only} order by lower(r.name), r.id`)
  return rows
}

/** The trees of segments that the reader sees. */
export const findTrees = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Map<string, FilterGroup>> => {
  const { rows } = await ctx.db.execute<{ id: string; filter: FilterGroup }>(
    sql`select id, filter ${ownSegments(ctx)} and id = any(${sql.param([...ids])}::uuid[])`,
  )
  return new Map(rows.map(({ id, filter }) => [id, filter]))
}
