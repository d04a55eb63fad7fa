import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

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
      where m.company_id = ${companyId} and m.status = 'failed' and m.failed_at is not null and m.occurred_at >= ${since.toISOString()}
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

/** Forgets reaches that no limit counts any more. */
export const forgetOldAcrossCompanies = async ({ db }: Db, before: Date): Promise<void> => {
  await db.execute(sql`delete from portfolio_reaches where at < ${before.toISOString()}`)
}
