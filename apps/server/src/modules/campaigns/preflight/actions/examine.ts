import type { Preflight } from '@recado/contracts/campaigns/preflight'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findCampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import { examine } from '../examine.ts'

/** What a launch of a draft would do now. Throws `not_found`, `validation_failed`. */
export const readPreflight = async (ctx: CompanyCtx, id: string): Promise<Preflight> => {
  const row = await findCampaignRow(ctx, id)
  if (!row) throw new AppError('not_found')
  return examine(ctx, row)
}
