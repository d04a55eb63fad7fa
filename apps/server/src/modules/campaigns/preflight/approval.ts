import { campaignLimits } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import { hasOtherLauncher } from './queries/approvers.ts'

/** Whether a launch by a person to so many needs the approval of a colleague. Who has none launches alone. */
export const needsApproval = async (
  ctx: CompanyCtx,
  recipients: number,
  launcher = ctx.actor.kind === 'user' ? ctx.actor.userId : null,
): Promise<boolean> => recipients > campaignLimits.unapproved && (await hasOtherLauncher(ctx, launcher))
