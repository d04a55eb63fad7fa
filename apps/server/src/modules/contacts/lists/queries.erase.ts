import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** Their place in lists. */
export const eraseMembers: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const { rowCount } = await db.execute(sql`
    delete from contact_list_members where company_id = ${companyId} and contact_id = ${own}`)
  return { lists: rowCount ?? 0 }
}
