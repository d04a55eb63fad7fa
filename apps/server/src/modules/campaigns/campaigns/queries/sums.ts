import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** What is counted of a campaign as it runs. */
export const measures = [
  'recipients',
  'remainder',
  'queued',
  'sent',
  'delivered',
  'read',
  'clicked',
  'replied',
  'failed',
  'skipped',
  'canceled',
  'opted_out',
  'cost',
] as const
export type Measure = (typeof measures)[number]

export type Sums = Record<Measure, number>
const none = (): Sums => ({
  ...{ recipients: 0, remainder: 0, queued: 0, sent: 0, delivered: 0, read: 0, clicked: 0, replied: 0 },
  ...{ failed: 0, skipped: 0, canceled: 0, opted_out: 0, cost: 0 },
})

/** Several sums as one. */
export const addedUp = (all: readonly Sums[]): Sums => {
  const total = none()
  for (const sums of all) for (const measure of measures) total[measure] += sums[measure]
  return total
}

type SumRow = { campaignId: string; measure: Measure; n: number; amount: number }

const known: SQL = sql`any(${sql.param([...measures])}::text[])`

/** The sums of some campaigns by their ids. */
export const findSums = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Map<string, Sums>> => {
  const sums = new Map(ids.map((id) => [id, none()]))
  if (ids.length === 0) return sums
  const { rows } = await ctx.db.execute<SumRow>(sql`
    select campaign_id as "campaignId", measure, sum(n)::float8 as n, sum(amount)::float8 as amount
    from campaign_counts
    where company_id = ${ctx.company.id} and campaign_id = any(${sql.param([...ids])}::uuid[]) and measure = ${known}
    group by 1, 2`)
  for (const { campaignId, measure, n, amount } of rows) {
    const sum = sums.get(campaignId)
    if (sum) sum[measure] = measure === 'cost' ? amount : n
  }
  return sums
}
