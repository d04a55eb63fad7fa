import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/**
 * What was said to and by receivers about them. What was not sent yet is not sent any more, but that they were erased;
 * ids stay, by which receivers know whom that is about, and nothing of what automations chose to tell.
 */
export const eraseDeliveries: EraseHandler = async (ctx, { companyId, contactIds }) => {
  const own = sql`company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])`
  const unsent = await ctx.db.execute(
    sql`delete from webhook_deliveries where ${own} and type <> 'contact.erased' and state in ('waiting', 'held', 'failed')`,
  )
  const logs = await ctx.db.execute(
    sql`update webhook_deliveries set attempts = '[]' where ${own} and type <> 'contact.erased' and attempts <> '[]'`,
  )
  await ctx.db.execute(
    sql`update webhook_deliveries set data = data || '{"payload": {}}' where ${own} and type = 'automation.event'`,
  )
  return { unsentWebhooks: unsent.rowCount ?? 0, webhookLogs: logs.rowCount ?? 0 }
}
