import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** Assignments go with their conversations. */
export const eraseAssignments: EraseHandler = async ({ db }, { companyId, contactIds, mode }) => {
  if (mode === 'anonymise') return {}
  await db.execute(sql`
    delete from auto_assignments where company_id = ${companyId} and conversation_id in (select id from conversations
      where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[]))`)
  return {}
}
