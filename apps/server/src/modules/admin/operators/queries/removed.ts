import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/** Notices about incidents no longer count the company among those concerned. */
export const leaveIncidents = async (ctx: Ctx, companyId: string): Promise<void> => {
  await ctx.db.execute(sql`
    update channel_incidents set company_ids = array_remove(company_ids, ${companyId}::uuid)
    where ${companyId}::uuid = any(company_ids)`)
}
