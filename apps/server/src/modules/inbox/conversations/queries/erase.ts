import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What lists show of their conversations; the conversations themselves only when all goes. */
export const eraseConversations: EraseHandler = async ({ db }, { companyId, contactIds, mode }) => {
  const own = sql`company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])`
  const ids = sql`select id from conversations where ${own}`
  if (mode === 'anonymise') {
    const { rowCount } = await db.execute(sql`
      update conversations set last_preview = '', unread_count = 0, waiting_since = null, failed_at = null,
        snoozed_until = null, window_expires_at = null, sla_due_at = null, status = 'resolved',
        resolved_at = coalesce(resolved_at, now()), version = version + 1, updated_at = now()
      where ${own} and (last_preview <> '' or unread_count > 0 or status <> 'resolved')`)
    return { conversations: rowCount ?? 0 }
  }
  await db.execute(sql`
    delete from conversation_participants where company_id = ${companyId} and conversation_id in (${ids})`)
  const { rowCount } = await db.execute(sql`delete from conversations where ${own}`)
  return { conversations: rowCount ?? 0 }
}
