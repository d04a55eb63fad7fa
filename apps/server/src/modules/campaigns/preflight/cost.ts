import type { Preflight } from '@recado/contracts/campaigns/preflight'
import { splitPhone } from '@recado/contracts/shared/calling-codes'
import type { ContentPlan } from '#server/modules/campaigns/content/index.ts'
import type { Crowd } from './queries/crowds.ts'
import type { History } from './queries/facts.ts'

/** Without messages of its own to go by, a company reaches at least so many. */
const USUALLY_DELIVERED = 0.85
const ENOUGH = 200

/** The share of messages that is delivered at least. */
export const deliveredShare = ({ sent, delivered }: History): number =>
  sent < ENOUGH ? USUALLY_DELIVERED : Math.min(0.98, Math.max(0.3, (delivered / sent) * 0.95))

const categoryOf = ({ templates }: ContentPlan, template: string): string =>
  ([...templates.values()].find(({ name }) => name === template)?.category ?? 'MARKETING').toLowerCase()

/** Of all recipients, those who are dealt a variant at the launch; the others get the winner of a test. */
const dealtShare = ({ content: { test } }: ContentPlan) => (test?.percent ?? 100) / 100

/** Categories of the variants, each with its share of the recipients. */
const categoriesOf = (plan: ContentPlan): Map<string, number> => {
  const shares = new Map<string, number>()
  for (const { template, share } of plan.content.variants) {
    const category = categoryOf(plan, template)
    shares.set(category, (shares.get(category) ?? 0) + (share / 100) * dealtShare(plan))
  }
  return shares
}

/** Whichever variant wins costs between what the cheapest and what the dearest category does. */
const endsOf = (categories: readonly string[], unitOf: (category: string) => number) => {
  const sorted = categories.toSorted((one, other) => unitOf(one) - unitOf(other))
  return { cheapest: sorted[0] ?? '', dearest: sorted.at(-1) ?? '' }
}

const round = (amount: number) => Math.round(amount * 100) / 100

/** People alike in what a message to them costs. */
export type Paying = Pick<Crowd, 'prefix' | 'country' | 'open' | 'count'>

type Rates = { prices: ReadonlyMap<string, number>; ratesFrom: string | null }

/**
 * What a campaign costs: at most when every message is delivered and charged; at least when as many are delivered as
 * usual, and utility messages to people who have just written are free. `unpriced`: people in countries without a rate.
 */
export const costOf = (
  plan: ContentPlan,
  crowds: readonly Paying[],
  { prices, ratesFrom }: Rates,
  delivered: number,
): { cost: Preflight['cost']; unpriced: number } => {
  const markets = new Map<string, { count: number; open: number }>()
  for (const { prefix, country, open, count } of crowds) {
    const market = (prefix && splitPhone(prefix, country)?.country) ?? ''
    const sums = markets.get(market) ?? { count: 0, open: 0 }
    markets.set(market, { count: sums.count + count, open: sums.open + (open ? count : 0) })
  }
  const lines: Preflight['cost']['lines'] = []
  let [low, unpriced] = [0, 0]
  const categories = categoriesOf(plan)
  const rest = 1 - dealtShare(plan)
  for (const [market, { count, open }] of markets) {
    const unitOf = (category: string) => prices.get(`${market} ${category}`) ?? 0
    const { cheapest, dearest } = endsOf([...categories.keys()], unitOf)
    for (const [category, dealt] of categories) {
      const share = dealt + (category === dearest ? rest : 0)
      const unit = prices.get(`${market} ${category}`)
      if (unit === undefined) {
        unpriced += count * share
        continue
      }
      const charged = category === 'utility' ? count - open : count
      low += charged * (dealt + (category === cheapest ? rest : 0)) * delivered * unit
      lines.push({ market, category, count: Math.round(count * share), unit, amount: round(count * share * unit) })
    }
  }
  const high = lines.reduce((sum, { amount }) => sum + amount, 0)
  const cost = { currency: plan.currency, low: round(Math.min(low, high)), high: round(high), ratesFrom, lines }
  return { cost, unpriced: Math.round(unpriced) }
}
