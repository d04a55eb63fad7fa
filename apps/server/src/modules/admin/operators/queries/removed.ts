import { sql } from 'drizzle-orm'
import type { CompanyPurgeHandler } from '#server/modules/companies/removal/index.ts'

/** Notices about incidents no longer count the company among those concerned. */
export const leaveIncidents: CompanyPurgeHandler = async (ctx, { id: companyId }) => {
  await ctx.db.execute(sql`
    update channel_incidents set company_ids = array_remove(company_ids, ${companyId}::uuid)
    where ${companyId}::uuid = any(company_ids)`)
}
