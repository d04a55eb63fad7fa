import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What was written down about them. */
export const eraseNotes: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const notes = await db.execute(sql`
    delete from contact_notes where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])`)
  return { notes: notes.rowCount ?? 0 }
}
