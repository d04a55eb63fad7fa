import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { currencyOf, priceColumns, priceJoin, rateCardOn, rateOrder } from '#server/db/message-price.ts'

/** Only so many of the newest messages are added up. */
const MOST = 20_000

export type CostRow = { charged: number; amount: number; currency: string | null; estimated: number }

/** What the conversation's messages cost together. */
export const sumCost = async (ctx: CompanyCtx, conversationId: string): Promise<CostRow> => {
  const { rows } = await ctx.db.execute<CostRow>(sql`
    select (count(*) filter (where p.amount > 0))::int as charged, coalesce(sum(p.amount), 0)::float8 as amount,
      max(p.currency) filter (where p.amount > 0) as currency,
      (count(*) filter (where p.amount > 0 and p.estimated))::int as estimated
    from (
      select ${priceColumns} from (
        select o.* from messages o where o.company_id = ${ctx.company.id} and o.conversation_id = ${conversationId}
          and o.direction = 'out' order by o.occurred_at desc limit ${MOST}) m
      join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
      ${priceJoin}) p`)
  return rows[0] ?? { charged: 0, amount: 0, currency: null, estimated: 0 }
}

export type PriceRow = { category: string; price: number; currency: string; ratesFrom: string }

/**
 * The price of one message to each of these phones on a day, by category, in the company's currency if there is a rate
 * card in it; countries without a rate card are left out.
 */
export const findPrices = async (ctx: CompanyCtx, phones: readonly (string | null)[], on: Date) => {
  const { rows } = await ctx.db.execute<PriceRow>(sql`
    select distinct on (r.category) r.category, r.unit_price::float8 as price, r.currency,
      ${rateCardOn(sql`${on.toISOString()}::date`)} as "ratesFrom"
    from wa_rates r
    where r.market = 'BR' and r.effective_from <= ${on.toISOString()}::date
    order by r.category, ${rateOrder(currencyOf(ctx.company.id))}`)
  return phones.map((phone) => (phone?.startsWith('55') ? rows : []))
}

/** The phone of a conversation's contact. */
export const findPhone = async (ctx: CompanyCtx, conversationId: string): Promise<string | null> => {
  const { rows } = await ctx.db.execute<{ phone: string | null }>(sql`
    select ct.phone from conversations c join contacts ct on ct.company_id = c.company_id and ct.id = c.contact_id
    where c.company_id = ${ctx.company.id} and c.id = ${conversationId}`)
  return rows[0]?.phone ?? null
}
