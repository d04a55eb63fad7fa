import { sql } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { categoryColumn, currencyOf, priceColumns, priceJoin, rateOrder } from '#server/db/message-price.ts'

type Db = Pick<Deps['database'], 'db'>

/**
 * What a channel's messages since an instant cost, what is leaving included. Read by the index over the company's recent
 * messages, messages alike in all that decides the price together.
 */
export const sumSpend = async ({ db }: Db, companyId: string, channelId: string, since: Date): Promise<number> => {
  const { rows } = await db.execute<{ spent: number }>(sql`
    select coalesce(sum(p.n * p.amount), 0)::float8 as spent
    from (
      select m.n, ${categoryColumn}, ${priceColumns}
      from (
        select 'out' as direction, 'sent' as status, messages.company_id, messages.pricing_type, messages.pricing_category,
          jsonb_build_object('template', jsonb_build_object('category', messages.payload -> 'template' -> 'category')) as payload,
          messages.occurred_at::date as occurred_at, left(contacts.phone, 2) as phone, count(*) as n
        from messages
        join contacts on contacts.company_id = messages.company_id and contacts.id = messages.contact_id
        where messages.company_id = ${companyId} and messages.occurred_at >= ${since.toISOString()}
          and messages.channel_id = ${channelId} and messages.direction = 'out'
          and messages.status not in ('queued', 'failed')
          and (messages.pricing_type is not null or messages.type = 'template')
        group by 3, 4, 5, 6, 7, 8) as m
      cross join lateral (select m.phone) as ct
      ${priceJoin}) as p`)
  return rows[0]?.spent ?? 0
}

/** The price of a company's message on a day, by market and category, with keys such as `BR marketing`. */
export const readRates = async ({ db }: Db, companyId: string, on: Date): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ key: string; price: number }>(sql`
    select distinct on (r.market, r.category) r.market || ' ' || r.category as key, r.unit_price::float8 as price
    from wa_rates r where r.effective_from <= ${on.toISOString()}::date
    order by r.market, r.category, ${rateOrder(currencyOf(companyId))}`)
  return new Map(rows.map(({ key, price }) => [key, price]))
}
