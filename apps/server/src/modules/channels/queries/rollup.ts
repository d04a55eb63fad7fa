import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { priceColumns, priceJoin } from '#server/db/message-price.ts'

type Db = Pick<Ctx, 'db' | 'now'>
export type Span = { from: Date; to: Date }

/** Companies whose numbers gave a sign of life since a moment. */
export const listBusyCompaniesAcrossCompanies = async ({ db }: Db, since: Date): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct company_id as id from channels
    where last_event_at >= ${since.toISOString()} or last_outbound_at >= ${since.toISOString()}`)
  return rows.map(({ id }) => id)
}

/**
 * Counts and prices a company's messages of a span by channel and hour anew; the span begins and ends with hours. Read
 * by the index over recent messages, messages alike in all that decides the price together.
 */
export const saveHours = async ({ db }: Db, companyId: string, { from, to }: Span): Promise<void> => {
  await db.execute(sql`
    insert into channel_hours (channel_id, hour, company_id, inbound, sent, failed, spend, currency)
    select p.channel_id, p.hour, ${companyId}::uuid, coalesce(sum(p.n) filter (where p.direction = 'in'), 0),
      coalesce(sum(p.n) filter (where p.direction = 'out' and p.status = 'sent'), 0),
      coalesce(sum(p.n) filter (where p.direction = 'out' and p.status = 'failed'), 0),
      coalesce(sum(p.n * p.amount) filter (where p.priced), 0), max(p.currency)
    from (
      select m.*, ${priceColumns}
      from (
        select messages.channel_id, date_trunc('hour', messages.occurred_at, 'UTC') as hour, messages.direction,
          case when messages.status = 'failed' then 'failed' else 'sent' end as status, messages.pricing_type,
          messages.pricing_category,
          jsonb_build_object('template', jsonb_build_object('category', messages.payload -> 'template' -> 'category')) as payload,
          messages.occurred_at::date as occurred_at, left(contacts.phone, 2) as phone,
          messages.direction = 'out' and (messages.pricing_type is not null or messages.type = 'template') as priced,
          count(*) as n
        from messages
        left join contacts on messages.direction = 'out' and contacts.company_id = messages.company_id
          and contacts.id = messages.contact_id
        where messages.company_id = ${companyId} and messages.occurred_at >= ${from.toISOString()}
          and messages.occurred_at < ${to.toISOString()} and messages.direction in ('in', 'out')
          and not (messages.direction = 'out' and messages.status = 'queued')
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) as m
      cross join lateral (select m.phone) as ct
      ${priceJoin}) as p
    group by 1, 2
    order by 1, 2
    on conflict (channel_id, hour) do update set inbound = excluded.inbound, sent = excluded.sent,
      failed = excluded.failed, spend = excluded.spend, currency = coalesce(excluded.currency, channel_hours.currency)`)
}

/**
 * Notes whom the company's templates of a span reached without that person having written in the day before: what Meta
 * counts against the limit of a portfolio (whatsapp-cloud-api reference, limits).
 */
export const saveReaches = async ({ db }: Db, companyId: string, { from, to }: Span): Promise<void> => {
  await db.execute(sql`
    insert into portfolio_reaches (scope, person, at)
    select coalesce(a.portfolio_id, a.waba_id), md5(coalesce(ct.phone, m.contact_id::text)), max(m.occurred_at)
    from messages m
    join channels c on c.id = m.channel_id
    join wa_accounts a on a.id = c.wa_account_id
    join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
    where m.company_id = ${companyId} and m.occurred_at >= ${from.toISOString()} and m.occurred_at < ${to.toISOString()}
      and m.direction = 'out' and m.type = 'template' and m.status not in ('queued', 'failed')
      and not exists (select 1 from messages i where i.company_id = m.company_id
        and i.conversation_id = m.conversation_id and i.direction = 'in'
        and i.occurred_at > m.occurred_at - interval '24 hours' and i.occurred_at <= m.occurred_at)
    group by 1, 2
    order by 1, 2
    on conflict (scope, person) do update set at = greatest(portfolio_reaches.at, excluded.at)`)
}

const PAYMENT_MISSING = 131042

/** Notes on accounts when Meta last refused a message for want of payment, and when one was paid after that. */
export const savePayments = async ({ db, now }: Db, companyId: string, since: Date): Promise<void> => {
  await db.execute(sql`
    update wa_accounts a set payment_failed_at = f.at
    from (select c.wa_account_id as id, max(coalesce(m.failed_at, m.occurred_at)) as at
      from messages m join channels c on c.id = m.channel_id
      where m.company_id = ${companyId} and m.status = 'failed' and m.occurred_at >= ${since.toISOString()}
        and m.error_code = ${PAYMENT_MISSING}
      group by 1) as f
    where a.id = f.id and a.company_id = ${companyId} and (a.payment_failed_at is null or f.at > a.payment_failed_at)`)
  await db.execute(sql`
    update wa_accounts a set payment_fixed_at = ${now().toISOString()}
    where a.company_id = ${companyId} and a.payment_failed_at > coalesce(a.payment_fixed_at, '-infinity') and exists (
      select 1 from messages m join channels c on c.id = m.channel_id and c.wa_account_id = a.id
      where m.company_id = ${companyId} and m.occurred_at > a.payment_failed_at and m.pricing_type = 'regular'
        and m.status in ('delivered', 'read'))`)
}

/** Forgets reaches that no limit counts any more, and hours of more than a year ago. */
export const forgetOldAcrossCompanies = async ({ db }: Db, before: { reaches: Date; hours: Date }): Promise<void> => {
  await db.execute(sql`delete from portfolio_reaches where at < ${before.reaches.toISOString()}`)
  await db.execute(sql`delete from channel_hours where hour < ${before.hours.toISOString()}`)
}
