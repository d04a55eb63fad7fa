import type { CampaignAudience } from '@recado/contracts/campaigns/audience'
import type { CampaignState } from '@recado/contracts/campaigns/campaigns'
import type { CampaignContent } from '@recado/contracts/campaigns/content'
import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'

const launched = ['validating', 'scheduled', 'running', 'paused'] as const
type Open = { id: string; name: string; audience: CampaignAudience; content: CampaignContent }

/** Campaigns in some states, with what they name. */
const selectIn = (ctx: CompanyCtx, states: readonly CampaignState[]) =>
  ctx.db
    .select({ id: campaigns.id, name: campaigns.name, audience: campaigns.audience, content: campaigns.content })
    .from(campaigns)
    .where(and(eq(campaigns.companyId, ctx.company.id), inArray(campaigns.state, [...states])))

/** Campaigns that were launched and have not ended, with their audiences. */
export const findLaunchedAudiences = (ctx: CompanyCtx): Promise<Open[]> => selectIn(ctx, launched)

/** Campaigns that are written or under way, held still, with what they name. */
export const lockOpenCampaigns = (tx: CompanyCtx): Promise<Open[]> =>
  selectIn(tx, ['draft', ...launched])
    .orderBy(campaigns.id)
    .for('no key update')
