import { sql } from 'drizzle-orm'
import type { EraseHandler } from '#server/lib/erasure.ts'
import { containing } from '#server/lib/erasure.ts'

/** Their rows in what was uploaded for campaigns: the number and the cells go, the place in the file stays. */
export const eraseUploadRows: EraseHandler = async ({ db }, { companyId, contactIds, phones, emails }) => {
  const { rowCount } = await db.execute(sql`
    update campaign_upload_rows set phone = null, phone_key = null, contact_id = null, cells = '[]'
    where company_id = ${companyId} and (contact_id = any(${sql.param([...contactIds])}::uuid[])
      or phone = any(${sql.param([...phones])}::text[])
      or cells::text ilike any(${sql.param(containing(emails))}::text[]))`)
  return { campaignRows: rowCount ?? 0 }
}
