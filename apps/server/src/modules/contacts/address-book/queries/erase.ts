import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What they were before they were changed with others. */
export const eraseChanges: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const { rowCount } = await db.execute(sql`
    delete from contact_bulk_change_rows where company_id = ${companyId} and contact_id = ${own}`)
  return { changes: rowCount ?? 0 }
}
