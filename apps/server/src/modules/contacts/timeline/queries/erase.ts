import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What happened to them, but for the erasure. */
export const eraseTimeline: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const own = sql`any(${sql.param([...contactIds])}::uuid[])`
  const events = await db.execute(sql`
    delete from contact_events where company_id = ${companyId} and contact_id = ${own} and kind <> 'erased'`)
  return { events: events.rowCount ?? 0 }
}
