import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What was to be sent later, and what was said so. */
export const eraseScheduled: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const { rowCount } = await db.execute(sql`
    delete from scheduled_messages where company_id = ${companyId} and conversation_id in (select id from conversations
      where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[]))`)
  return { drafts: rowCount ?? 0 }
}
