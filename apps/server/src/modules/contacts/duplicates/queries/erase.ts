import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** With whom they were mistaken. */
export const eraseCandidates: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const { rowCount } = await db.execute(sql`
    delete from duplicate_candidates where company_id = ${companyId} and (a_id = ${own} or b_id = ${own})`)
  return { duplicates: rowCount ?? 0 }
}
