import type { Preflight } from '@recado/contracts/campaigns/preflight'
import type { CompanyCtx } from '#server/context.ts'
import type { ContentPlan } from '#server/modules/campaigns/content/index.ts'
import { costOf, deliveredShare, type Paying } from './cost.ts'
import { findHistory, findRates } from './queries/facts.ts'

/** What messages of a campaign to these people cost by the rates of today. */
export const priceOf = async (
  ctx: CompanyCtx,
  plan: ContentPlan,
  people: readonly Paying[],
): Promise<Preflight['cost']> =>
  costOf(plan, people, await findRates(ctx, plan.currency), deliveredShare(await findHistory(ctx))).cost
