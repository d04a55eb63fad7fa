import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { currencyOf, rateCardOn, rateOrder } from '#server/db/message-price.ts'

export type PriceRow = { category: string; market: string; currency: string; price: number; ratesFrom: string }

type Place = { companyId: string; market: string }

/** What a delivered message of a company costs on a day (`YYYY-MM-DD`) in a market, by category; rows in no order. */
export const listPrices = async (ctx: Ctx, { companyId, market }: Place, day: string): Promise<PriceRow[]> => {
  const result = await ctx.db.execute<PriceRow>(sql`
    select distinct on (r.category) r.category, r.market, r.currency, r.unit_price::float8 as price,
      ${rateCardOn(sql`${day}::date`)} as "ratesFrom"
    from wa_rates r
    where r.market = ${market} and r.effective_from <= ${day}::date
    order by r.category, ${rateOrder(currencyOf(companyId))}`)
  return result.rows
}
