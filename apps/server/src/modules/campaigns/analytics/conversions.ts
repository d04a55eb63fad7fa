import type { CampaignConversions } from '@recado/contracts/campaigns/analytics'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { inSamples } from '#server/modules/contacts/filters/index.ts'
import { liftBetween } from './lift.ts'
import { type ConversionRow, countConversions } from './queries/conversions.ts'
import { countHoldout } from './queries/sums.ts'

const DAY = 86_400_000
/** WhatsApp gives up on messages that it could not deliver for so many days. */
const DELIVERED_WITHIN = 30

/** Every order that may have followed: some messages are delivered long after the campaign has ended. */
const spanOf = (ctx: CompanyCtx, { startedAt, finishedAt }: Campaign, days: number) => {
  const from = startedAt === null ? ctx.now() : new Date(startedAt)
  const last = finishedAt === null ? ctx.now().getTime() : Date.parse(finishedAt)
  return { from, until: new Date(last + (DELIVERED_WITHIN + days) * DAY) }
}

const liftOf = async (ctx: CompanyCtx, { id, counts }: Campaign, { sentBuyers, holdoutBuyers }: ConversionRow) => {
  const holdout = { some: holdoutBuyers, all: await countHoldout(ctx, id) }
  const lift = liftBetween({ some: sentBuyers, all: counts.sent }, holdout)
  return lift && { ...lift, bought: holdoutBuyers }
}

/**
 * Orders that followed a campaign within some days of its delivery, counted when asked: webhooks come late, in any order and
 * twice, people merge, orders are paid back, and each asks for another number of days. Throws `not_found`, `filter_too_slow`.
 */
export const readConversions = async (ctx: CompanyCtx, id: string, days: number): Promise<CampaignConversions> => {
  const campaign = await readCampaign(ctx, id)
  const span = { campaignId: id, days, ...spanOf(ctx, campaign, days) }
  const found = await inSamples(ctx, (tx, oneIn) => countConversions(tx, span, oneIn))
  const all = found?.counted.find((row) => row.all)
  if (!found || !all) throw new AppError('filter_too_slow')
  const { finishedAt, cost } = campaign
  const open = finishedAt === null || Date.parse(finishedAt) + days * DAY > ctx.now().getTime()
  const exact = found.oneIn === 1
  return {
    ...{ days, orders: all.orders, buyers: all.buyers, withoutAmount: all.withoutAmount, open, exact },
    revenue: found.counted.flatMap(({ all, currency, amount }) =>
      all || amount === null ? [] : [{ currency, amount }],
    ),
    cost: { currency: cost.currency, perOrder: all.orders > 0 ? cost.actual / all.orders : null },
    lift: open || !exact ? null : await liftOf(ctx, campaign, all),
  }
}
