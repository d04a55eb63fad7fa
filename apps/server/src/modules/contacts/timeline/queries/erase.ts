import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What was written down about them and what happened to them, but for the erasure. */
export const eraseTimeline: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const notes = await db.execute(sql`delete from contact_notes where company_id = ${companyId} and contact_id = ${own}`)
  const events = await db.execute(sql`
    delete from contact_events where company_id = ${companyId} and contact_id = ${own} and kind <> 'erased'`)
  return { notes: notes.rowCount ?? 0, events: events.rowCount ?? 0 }
}
