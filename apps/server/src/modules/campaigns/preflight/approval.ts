import type { AudienceWaterfall } from '@recado/contracts/campaigns/audience'
import { campaignLimits } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import type { CampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import { hasOtherLauncher } from './queries/approvers.ts'

/** An audience that a colleague approved may grow by this part until it is taken. */
const GROWTH = 0.1

/** How many recipients the approval of a campaign or a series is good for; null without one. */
export const approvedUpTo = ({ approvedAt, approvalFor }: Pick<CampaignRow, 'approvedAt' | 'approvalFor'>) =>
  approvedAt === null || approvalFor === null ? null : Math.floor(approvalFor * (1 + GROWTH))

type Launch = {
  launcher?: string | null
  /** How many recipients a colleague has approved already. */
  approved?: number | null
}

/**
 * Whether a launch by a person to an audience needs the approval of a colleague. One that was only estimated may be larger
 * than it looks, and needs it. Who has no colleague launches alone.
 */
export const needsApproval = async (
  ctx: CompanyCtx,
  { willSend, exact }: Pick<AudienceWaterfall, 'willSend' | 'exact'>,
  { launcher = ctx.actor.kind === 'user' ? ctx.actor.userId : null, approved = null }: Launch = {},
): Promise<boolean> => {
  const isFew = (exact || approved !== null) && willSend <= Math.max(campaignLimits.unapproved, approved ?? 0)
  return !isFew && (await hasOtherLauncher(ctx, launcher))
}
