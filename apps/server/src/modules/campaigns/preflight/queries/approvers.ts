import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** Whether the company has a member besides one who may launch campaigns, and so can approve a launch. */
export const hasOtherLauncher = async (ctx: CompanyCtx, besides: string | null): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    select 1 from company_members m join users u on u.id = m.user_id
    where m.company_id = ${ctx.company.id} and m.user_id is distinct from ${besides}::uuid and m.status = 'active'
      and u.status = 'active' and (m.role = 'admin' or 'campaigns.launch' = any(m.grants))
    limit 1`)
  return rows.length > 0
}
