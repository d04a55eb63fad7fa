import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'

/** What was written down to be sent to them. That they were a recipient, and what came of it, stays in the sums. */
export const eraseRecipients: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const { rowCount } = await db.execute(sql`
    update campaign_recipients set params = null, raw = null, recipient = null, identity_id = null
    where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])
      and (params is not null or raw is not null or recipient is not null)`)
  return { campaignRecipients: rowCount ?? 0 }
}
