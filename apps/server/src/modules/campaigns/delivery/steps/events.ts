import type { CompanyCtx } from '#server/context.ts'
import type { CampaignRow } from '#server/modules/campaigns/campaigns/index.ts'

/** What every event of a campaign says. */
export const eventOf = (tx: CompanyCtx, { id, name, ownerId, launchedBy }: CampaignRow) => ({
  ...{ companyId: tx.company.id, campaignId: id, name, ownerId, launchedBy },
})
