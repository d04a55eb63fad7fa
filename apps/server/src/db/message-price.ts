import { type SQL, sql } from 'drizzle-orm'

/**
 * What a message costs, as `amount`, `currency` and `estimated`, of messages under the alias `m` and their contacts under
 * `ct`. Only what WhatsApp charges has a price (pricing type `regular`); a template that no status has priced yet is
 * estimated. Countries without a rate card have none.
 */
export const priceColumns: SQL = sql`
  case when m.pricing_type is not null and m.pricing_type <> 'regular' then 0 else r.unit_price::float8 end as amount,
  r.currency, (m.pricing_type is null) as estimated`

/** The category that is charged: what a status said, else the template's own. */
const category: SQL = sql`coalesce(replace(m.pricing_category, '_', '-'), lower(m.payload -> 'template' ->> 'category'))`

export const priceJoin: SQL = sql`
  left join lateral (
    select r.unit_price, r.currency from wa_rates r
    where m.direction = 'out' and m.status <> 'failed' and r.category = ${category}
      and r.market = case when left(ct.phone, 2) = '55' then 'BR' end
      and r.effective_from <= m.occurred_at::date
    order by r.effective_from desc limit 1) r on true`

export const categoryColumn: SQL = sql`${category} as category`
