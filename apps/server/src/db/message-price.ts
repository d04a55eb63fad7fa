import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

/** Sorts the rates `r` of a market and category: rates in the given currency first, then the newest card first. */
export const rateOrder = (currency: SQLWrapper): SQL => sql`(r.currency = ${currency}) desc, r.effective_from desc`

/** The currency in which a company sees amounts. */
export const currencyOf = (companyId: string): SQL => sql`(select currency from companies where id = ${companyId})`

/** The effective date of the rates that apply on a given day, as text; null before the first rate. */
export const rateCardOn = (day: SQLWrapper): SQL =>
  sql`(select max(effective_from)::text from wa_rates where effective_from <= ${day})`

/** The effective date of today's rates; null before the first rate. */
export const findRateCard = async ({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string | null> => {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select ${rateCardOn(sql`${now().toISOString()}::date`)} as day`,
  )
  return rows[0]?.day ?? null
}

/**
 * What a message costs, as `amount`, `currency` and `estimated`, of messages under the alias `m` and their contacts under
 * `ct`. Only what WhatsApp charges has a price (pricing type `regular`); a template that no status has priced yet is
 * estimated. Countries without a rate card have none. Prices are in the company's currency if the card has it.
 */
export const priceColumns: SQL = sql`
  case when m.pricing_type is not null and m.pricing_type <> 'regular' then 0 else r.unit_price::float8 end as amount,
  r.currency, (m.pricing_type is null) as estimated`

/** The category that is charged: what a status said, else the template's own. */
export const chargedCategory: SQL = sql`coalesce(replace(m.pricing_category, '_', '-'), lower(m.payload -> 'template' ->> 'category'))`

export const priceJoin: SQL = sql`
  join companies as payer on payer.id = m.company_id
  left join lateral (
    select r.unit_price, r.currency from wa_rates r
    where m.direction = 'out' and m.status <> 'failed' and r.category = ${chargedCategory}
      and r.market = case when left(ct.phone, 2) = '55' then 'BR' end
      and r.effective_from <= m.occurred_at::date
    order by ${rateOrder(sql`payer.currency`)} limit 1) r on true`

export const categoryColumn: SQL = sql`${chargedCategory} as category`
