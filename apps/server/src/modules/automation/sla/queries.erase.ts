import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** Targets go with their conversations. */
export const eraseClocks: EraseHandler = async ({ db }, { companyId, contactIds, mode }) => {
  if (mode === 'anonymise') return {}
  await db.execute(sql`
    delete from sla_clocks where company_id = ${companyId} and conversation_id in (select id from conversations
      where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[]))`)
  return {}
}
