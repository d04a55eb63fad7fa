import type { CampaignAudience } from '@recado/contracts/campaigns/audience'
import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'

/** Campaigns that were launched and have not ended, with their audiences. */
export const findLaunchedAudiences = (
  ctx: CompanyCtx,
): Promise<{ id: string; name: string; audience: CampaignAudience }[]> =>
  ctx.db
    .select({ id: campaigns.id, name: campaigns.name, audience: campaigns.audience })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.companyId, ctx.company.id),
        inArray(campaigns.state, ['validating', 'scheduled', 'running', 'paused']),
      ),
    )
