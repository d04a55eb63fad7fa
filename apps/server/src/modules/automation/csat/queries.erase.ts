import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What they said of how they were served; the score stays unless all goes. */
export const eraseResponses: EraseHandler = async ({ db }, { companyId, contactIds, mode }) => {
  const own = sql`company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])`
  const { rowCount } = await db.execute(
    mode === 'delete'
      ? sql`delete from csat_responses where ${own}`
      : sql`update csat_responses set comment = null where ${own} and comment is not null`,
  )
  return { ratings: rowCount ?? 0 }
}
