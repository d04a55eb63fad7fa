import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

export type ConversionRow = {
  /** Null in the row of all orders, and where the system named none. */
  currency: string | null
  /** Whether it is the row of all orders. */
  all: boolean
  orders: number
  buyers: number
  amount: number | null
  withoutAmount: number
  /** People of both kinds who bought anything shortly after, whichever campaign that counts for. */
  sentBuyers: number
  holdoutBuyers: number
}

/**
 * Paid orders of recipients of a campaign, each once however often it was told, in all and by currency. An order counts for
 * the last campaign that was delivered before; one that was canceled, paid back or made to try something counts for none.
 * `oneIn`: of the orders of one person in so many.
 */
export const countConversions = async (
  ctx: CompanyCtx,
  { campaignId, from, until, days }: { campaignId: string; from: Date; until: Date; days: number },
  oneIn: number,
): Promise<ConversionRow[]> => {
  const own = sql`${ctx.company.id}::uuid`
  const within = sql`make_interval(days => ${days})`
  const { rows } = await ctx.db.execute<ConversionRow>(sql`
    with recursive told as (
      select distinct on (e.source_key, e.integration_id, coalesce(e.object_key, e.id::text)) e.contact_id, e.at,
        case when e.fields ->> 'amount' ~ '^[0-9]{1,12}([.][0-9]+)?$' then (e.fields ->> 'amount')::numeric end as amount,
        substring(upper(e.fields ->> 'currency') from '^[A-Z]{3}$') as currency
      from contact_system_events e
      where e.company_id = ${own} and e.canonical = 'order.paid' and not e.is_test
        and e.at >= ${from.toISOString()}::timestamptz and e.at < ${until.toISOString()}::timestamptz
        and hashtext(e.contact_id::text) % ${oneIn} = 0
        and not exists (
          select 1 from contact_system_events b
          where b.company_id = e.company_id and b.contact_id = e.contact_id and b.object_key = e.object_key
            and b.integration_id is not distinct from e.integration_id
            and b.canonical in ('order.canceled', 'order.refunded'))
      order by e.source_key, e.integration_id, coalesce(e.object_key, e.id::text), e.at
    ), kept as (
      select t.contact_id as known_as, ct.id, ct.merged_into_id from (select distinct contact_id from told) t
      join contacts ct on ct.company_id = ${own} and ct.id = t.contact_id
      union
      select k.known_as, ct.id, ct.merged_into_id from kept k
      join contacts ct on ct.company_id = ${own} and ct.id = k.merged_into_id
    ), paid as materialized (
      select k.id as contact_id, t.at, t.amount, t.currency,
        m.delivered_at is not null and t.at >= m.delivered_at and t.at < m.delivered_at + ${within} and not exists (
          select 1 from campaign_recipients o join messages l on l.company_id = o.company_id and l.id = o.message_id
          where o.company_id = ${own} and o.contact_id = k.id and o.campaign_id <> r.campaign_id
            and (l.delivered_at, o.campaign_id) > (m.delivered_at, r.campaign_id) and l.delivered_at <= t.at) as counts,
        m.wamid is not null and t.at >= m.occurred_at and t.at < m.occurred_at + ${within} as after_sent,
        r.skip_reason is not distinct from 'holdout' and t.at < ${from.toISOString()}::timestamptz + ${within} as held_out
      from told t join kept k on k.known_as = t.contact_id and k.merged_into_id is null
      join campaign_recipients r on r.company_id = ${own} and r.campaign_id = ${campaignId} and r.contact_id = k.id
      left join messages m on m.company_id = r.company_id and m.id = r.message_id
    )
    select currency, grouping(currency) = 1 as all, count(*) filter (where counts)::int * ${oneIn} as orders,
      count(distinct contact_id) filter (where counts)::int * ${oneIn} as buyers,
      (sum(amount) filter (where counts) * ${oneIn})::float8 as amount,
      count(*) filter (where counts and amount is null)::int * ${oneIn} as "withoutAmount",
      count(distinct contact_id) filter (where after_sent)::int * ${oneIn} as "sentBuyers",
      count(distinct contact_id) filter (where held_out)::int * ${oneIn} as "holdoutBuyers"
    from paid group by grouping sets ((currency), ()) order by 5 desc nulls last, 1`)
  return rows
}
