import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { currencyOf, findRateCard, rateOrder } from '#server/db/message-price.ts'

/** Today's prices of a delivered message in the company's currency, with keys such as `BR marketing`, and their card. */
export const findRates = async (
  ctx: CompanyCtx,
  currency: string,
): Promise<{ prices: ReadonlyMap<string, number>; ratesFrom: string | null }> => {
  const { rows } = await ctx.db.execute<{ key: string; price: number; currency: string }>(sql`
    select distinct on (r.market, r.category) r.market || ' ' || r.category as key, r.unit_price::float8 as price, r.currency
    from wa_rates r where r.effective_from <= ${ctx.now().toISOString()}::date
    order by r.market, r.category, ${rateOrder(currencyOf(ctx.company.id))}`)
  const own = rows.filter((row) => row.currency === currency)
  return { prices: new Map(own.map(({ key, price }) => [key, price])), ratesFrom: await findRateCard(ctx) }
}

export type History = { sent: number; delivered: number; replied: number }

/** What became of the messages of the company's campaigns in the last 90 days. */
export const findHistory = async (ctx: CompanyCtx): Promise<History> => {
  const { rows } = await ctx.db.execute<History>(sql`
    select coalesce(sum(n) filter (where measure = 'sent'), 0)::float8 as sent,
      coalesce(sum(n) filter (where measure = 'delivered'), 0)::float8 as delivered,
      coalesce(sum(n) filter (where measure = 'replied'), 0)::float8 as replied
    from campaign_counts
    where company_id = ${ctx.company.id} and measure in ('sent', 'delivered', 'replied') and hour > ${ctx.now().toISOString()}::timestamptz - interval '90 days'`)
  return rows[0] ?? { sent: 0, delivered: 0, replied: 0 }
}

/** Members who answer customers. */
export const countMembers = async (ctx: CompanyCtx): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from company_members where company_id = ${ctx.company.id} and status = 'active'`)
  return rows[0]?.n ?? 0
}

/** Whether the company is on trial. */
export const isOnTrial = async (ctx: CompanyCtx): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`select 1 from companies where id = ${ctx.company.id} and status = 'trial'`)
  return rows.length > 0
}

export const countRunningImports = async (ctx: CompanyCtx): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from contact_imports where company_id = ${ctx.company.id} and state = 'running'`)
  return rows[0]?.n ?? 0
}

/** When the places of a portfolio's limit come free that are taken now, by the quarter of an hour. */
export const findFrees = async (ctx: CompanyCtx, scope: string): Promise<{ at: number; n: number }[]> => {
  const { rows } = await ctx.db.execute<{ at: number; n: number }>(sql`
    select (ceil(extract(epoch from at) / 900) * 900 + 86400)::float8 * 1000 as at, count(*)::int as n
    from portfolio_reaches where scope = ${scope} and at > ${ctx.now().toISOString()}::timestamptz - interval '24 hours' group by 1 order by 1`)
  return rows
}

export type TemplateState = { name: string; quality: string | null; fresh: boolean }

/** How Meta rates the templates of some accounts, and which it has known for less than a week. */
export const findTemplateStates = async (
  ctx: CompanyCtx,
  accountIds: readonly string[],
  names: readonly string[],
): Promise<TemplateState[]> => {
  const { rows } = await ctx.db.execute<TemplateState>(sql`
    select name, max(quality) filter (where quality in ('YELLOW', 'RED')) as quality,
      coalesce(bool_or(approved_at > ${ctx.now().toISOString()}::timestamptz - interval '7 days'), false) as fresh
    from templates
    where company_id = ${ctx.company.id} and wa_account_id = any(${sql.param([...accountIds])}::uuid[])
      and name = any(${sql.param([...names])}::text[]) and deleted_at is null
    group by name`)
  return rows
}
