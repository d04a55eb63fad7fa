import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { ArchiveTable } from '#server/lib/archive-table.ts'

/** Where a page begins, after the id of the one before, and how long it is. */
type Page = { after: string | null; limit: number }

/** A page of rows of a table, in the order of their ids, each as the values of its columns. */
export const readRows = async (
  ctx: Ctx,
  { from, columns, where = 'company_id = $owner', key = 'id' }: ArchiveTable,
  ownerId: string,
  { after, limit }: Page,
): Promise<{ id: string; values: Record<string, unknown> }[]> => {
  const [before = '', ...rest] = where.split('$owner')
  const owned = rest.reduce((built, part) => sql`${built}${ownerId}::uuid${sql.raw(part)}`, sql.raw(before))
  const result = await ctx.db.execute<{ id: string; values: Record<string, unknown> }>(sql`
    select ${sql.raw(key)} as id, to_jsonb((select v from (select ${sql.raw(columns.join(', '))}) v)) as values
      from ${sql.raw(from)} t
      where ${owned} and (${after}::uuid is null or ${sql.raw(key)} > ${after}::uuid) order by 1 limit ${limit}`)
  return result.rows
}

export type KeptFile = { id: string; name: string; path: string; size: number; createdAt: string }

/** Files that a company keeps, without those of background tasks. */
export const readFiles = async (ctx: Ctx, companyId: string, { after, limit }: Page): Promise<KeptFile[]> => {
  const result = await ctx.db.execute<KeptFile>(sql`
    select id, name, path, size::float8 as size, created_at as "createdAt" from files
    where company_id = ${companyId}::uuid and owner_kind not in ('task', 'contact_import_rows') and deleted_at is null
      and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${limit}`)
  return result.rows
}

/** The photo of a person. */
export const findPhoto = async (ctx: Ctx, userId: string): Promise<KeptFile | null> => {
  const result = await ctx.db.execute<KeptFile>(sql`
    select f.id, f.name, f.path, f.size::float8 as size, f.created_at as "createdAt"
    from users u join files f on f.id = u.avatar_file_id and f.deleted_at is null where u.id = ${userId}::uuid`)
  return result.rows[0] ?? null
}
