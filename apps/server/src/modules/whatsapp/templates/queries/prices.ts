import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { waRates } from '#server/db/schema/whatsapp/templates.ts'

export type PriceRow = { category: string; market: string; currency: string; price: number }

/** What a delivered message costs on a day (`YYYY-MM-DD`) in a market, by category; rows in no order. */
export const listPrices = async (ctx: Ctx, market: string, day: string): Promise<PriceRow[]> => {
  const result = await ctx.db.execute<PriceRow>(sql`
    select distinct on (category) category, market, currency, unit_price::float8 as price
    from ${waRates}
    where market = ${market} and effective_from <= ${day}::date
    order by category, effective_from desc`)
  return result.rows
}
