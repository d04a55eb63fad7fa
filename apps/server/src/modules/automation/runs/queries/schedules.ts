import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** Contacts that a condition leaves, by their ids, after one of them. */
export const listMatching = async (
  ctx: CompanyCtx,
  where: SQL,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select ct.id from contacts ct where ct.company_id = ${ctx.company.id} and ct.deleted_at is null
      and ct.erased_at is null and (${where}) ${after === null ? sql`` : sql`and ct.id > ${after}::uuid`}
    order by ct.id limit ${limit}`)
  return rows.map(({ id }) => id)
}
