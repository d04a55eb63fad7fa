import type { winnerMetrics } from '@recado/contracts/campaigns/content'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { Share } from '#server/lib/statistics.ts'

const measureOf = { read: 'read', click: 'clicked', reply: 'replied' } as const satisfies Record<
  (typeof winnerMetrics)[number],
  string
>

/** Of those to whom each variant was delivered, how many did what the test goes by; by the places of the variants. */
export const findFigures = async (
  ctx: CompanyCtx,
  campaignId: string,
  { metric, variants }: { metric: (typeof winnerMetrics)[number]; variants: number },
): Promise<Share[]> => {
  const { rows } = await ctx.db.execute<Share & { variant: number }>(sql`
    select variant, coalesce(sum(n) filter (where measure = ${measureOf[metric]}), 0)::int as some,
      coalesce(sum(n) filter (where measure = 'delivered'), 0)::int as all
    from campaign_counts
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId}
      and measure = any(array[${measureOf[metric]}, 'delivered'])
    group by variant`)
  const byPlace = new Map(rows.map(({ variant, some, all }) => [variant, { some, all }]))
  return Array.from({ length: variants }, (_, place) => byPlace.get(place) ?? { some: 0, all: 0 })
}
