import { and, eq, inArray, ne } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'

/** Campaigns of the company that are under way besides one; those that are paused by a person or wait for their time are not. */
export const countRunning = (ctx: CompanyCtx, besides: string): Promise<number> =>
  ctx.db.$count(
    campaigns,
    and(
      eq(campaigns.companyId, ctx.company.id),
      ne(campaigns.id, besides),
      inArray(campaigns.state, ['validating', 'running']),
    ),
  )
