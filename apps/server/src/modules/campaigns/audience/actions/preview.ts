import type { EndpointInput } from '@recado/contracts'
import type { AudienceWaterfall, CampaignAudience } from '@recado/contracts/campaigns/audience'
import type { previewAudience as previewEndpoint } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { type ContentPlan, missingValue, planContent } from '#server/modules/campaigns/content/index.ts'
import { type CompiledAudience, compileAudience } from '../queries/compile.ts'
import { countWaterfall } from '../queries/waterfall.ts'

/** An audience as SQL, with what the content asks of a recipient. Throws `validation_failed`. */
export const compileFor = (ctx: CompanyCtx, audience: CampaignAudience, plan: ContentPlan): Promise<CompiledAudience> =>
  compileAudience(ctx, audience, {
    campaignId: plan.campaignId,
    marketing: plan.marketing,
    scopes: [...new Set(plan.channels.map(({ scope }) => scope))],
    missing: missingValue(plan),
  })

/** How many an audience comes to and why others are left out. Throws `validation_failed`. */
export const waterfallOf = async (
  ctx: CompanyCtx,
  audience: CampaignAudience,
  plan: ContentPlan,
): Promise<AudienceWaterfall> => countWaterfall(ctx, await compileFor(ctx, audience, plan))

/** What the audience of a draft comes to, or another one that was not saved. Throws `not_found`, `validation_failed`. */
export const previewAudience = async (
  ctx: CompanyCtx,
  id: string,
  given: EndpointInput<typeof previewEndpoint>['body'],
): Promise<AudienceWaterfall> => {
  const draft = await readCampaign(ctx, id)
  const plan = await planContent(ctx, id, given.content ?? draft.content)
  return waterfallOf(ctx, given.audience ?? draft.audience, plan)
}
