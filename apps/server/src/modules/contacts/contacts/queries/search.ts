import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/**
 * Brings up to date by what some contacts are searched, after a field became searchable or is so no more: those after an
 * id that have a value of it. Answers the last of them; null when there are no more.
 */
export const refreshSearch = async (
  { db }: Pick<Ctx, 'db'>,
  { companyId, key, after }: { companyId: string; key: string; after: string | null },
  limit: number,
): Promise<string | null> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    with held as materialized (
      select ct.id from contacts ct where ct.company_id = ${companyId} and ct.attributes ? ${key}::text
        ${after === null ? sql`` : sql`and ct.id > ${after}::uuid`}
      order by ct.id limit ${limit} for no key update
    ), touched as (
      update contacts c set attributes = c.attributes from held h where c.company_id = ${companyId} and c.id = h.id
    )
    select id from held order by id desc limit 1`)
  return rows[0]?.id ?? null
}
