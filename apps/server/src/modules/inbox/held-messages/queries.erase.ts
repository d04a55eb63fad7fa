import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What is held back, or was given back to its author. */
export const eraseHeld: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const { rowCount } = await db.execute(sql`
    delete from held_messages where company_id = ${companyId} and conversation_id in (select id from conversations
      where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[]))`)
  return { drafts: rowCount ?? 0 }
}
