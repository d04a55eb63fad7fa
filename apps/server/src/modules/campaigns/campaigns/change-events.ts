import type { CompanyCtx } from '#server/context.ts'
import { emitChange } from '#server/realtime/emit-change.ts'

/** Tells browsers that a campaign changed or moved on. */
export const emitCampaign = (tx: CompanyCtx, id: string): void =>
  emitChange(tx, 'campaign.updated', { companyId: tx.company.id, ids: [id] })
