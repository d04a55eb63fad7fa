import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { priceColumns, priceJoin } from '#server/db/message-price.ts'

/** Stands where no number is concerned. */
export const NO_CHANNEL = '00000000-0000-0000-0000-000000000000'

export type CountRow = {
  measure: string
  detail?: string
  variant?: number | null
  channelId?: string | null
  n: number
}

const onConflict: SQL = sql`on conflict (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot)
  do update set n = campaign_counts.n + excluded.n, amount = campaign_counts.amount + excluded.amount`

/** Adds to the sums of a campaign. Rows are written in one order, so that writers do not wait for each other in a circle. */
export const addCounts = async (tx: CompanyCtx, campaignId: string, rows: readonly CountRow[]): Promise<void> => {
  const some = rows.filter(({ n }) => n !== 0)
  if (some.length === 0) return
  const input = some.map(({ measure, detail = '', variant, channelId, n }) => ({
    ...{ measure, detail, variant: variant ?? 0, channel_id: channelId ?? NO_CHANNEL, n },
  }))
  await tx.db.execute(sql`
    insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n)
    select ${tx.company.id}, ${campaignId}, measure, detail, variant, channel_id,
      date_trunc('hour', ${tx.now().toISOString()}::timestamptz), 0, sum(n)
    from json_to_recordset(${JSON.stringify(input)}::json)
      as t(measure text, detail text, variant smallint, channel_id uuid, n bigint)
    group by 3, 4, 5, 6 order by 3, 4, 5, 6 ${onConflict}`)
}

/** Facts that are folded at once. */
const FACTS = 5000

/** A step gained or lost, over a fact `f`. */
const step = (bit: number): SQL => sql`(sign(f.after & ${bit}) - sign(f.before & ${bit}))::int`

/** Taken by WhatsApp, and failed without having been delivered. */
const undelivered = (bits: SQL): SQL => sql`((${bits} & 11) = 9)::int`

/** Whether a fact `f` counts: a recipient who was tried again counts by the second message alone. */
export const isCounted: SQL = sql`not exists (select 1 from campaign_second_tries t
  where t.company_id = f.company_id and t.first_message_id = f.message_id and f.id > t.fact_id)`

/** What a fact `f` adds to the sums and takes from them, as `s`. */
export const factSteps: SQL = sql`cross join lateral (values
  ('sent', '', ${step(1)}), ('delivered', '', ${step(2)}), ('read', '', ${step(4)}),
  ('failed', '', ${step(8)}), ('failed_by', f.detail, ${step(8)}),
  ('undelivered', '', ${undelivered(sql`f.after`)} - ${undelivered(sql`f.before`)}),
  ('skipped', '', ${step(32)}), ('skipped_by', 'opted_out', ${step(32)}), ('queued', '', - ${step(32)}),
  ('clicked', '', ${step(64)}), ('link', f.detail, ${step(128)}), ('link_people', f.detail, ${step(256)})
) as s(measure, detail, n)`

/** Whether facts wait to be folded: asked several times a second, and planned far faster than the folding itself. */
export const hasFacts = async (ctx: Pick<Ctx, 'db'>): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`select 1 from campaign_facts limit 1`)
  return rows.length > 0
}

/** Folds what became of messages, or of those of one campaign, into the sums; answers how many facts of which campaigns. */
export const foldFacts = async (
  ctx: Pick<Ctx, 'db'>,
  of?: { companyId: string; campaignId: string },
): Promise<{ companyId: string; campaignId: string; facts: number }[]> => {
  const { rows } = await ctx.db.execute<{ companyId: string; campaignId: string; facts: number }>(sql`
    with f as (
      delete from campaign_facts where id = any(array(select id from campaign_facts
        where ${of ? sql`company_id = ${of.companyId} and campaign_id = ${of.campaignId}` : sql`true`}
        order by id limit ${FACTS} for update skip locked))
      returning *
    ), priced as (
      select f.company_id, f.campaign_id, 'cost' as measure, '' as detail, f.variant, f.channel_id, f.hour, 1 as n,
        coalesce(p.amount, 0) as amount
      from f join messages m on m.company_id = f.company_id and m.id = f.message_id
      join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
      cross join lateral (select ${priceColumns} from (select 1) one ${priceJoin}) p
      where (f.after & 16) > (f.before & 16)
    ), steps as (
      select f.company_id, f.campaign_id, s.measure, s.detail, f.variant, f.channel_id, f.hour, s.n, 0::float8 as amount
      from f ${factSteps} where s.n <> 0 and ${isCounted}
    ), added as (
      insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n, amount)
      select company_id, campaign_id, measure, detail, variant, channel_id, hour, 0, sum(n), sum(amount)
      from (select * from steps union all select * from priced) t
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7 ${onConflict}
    )
    select company_id as "companyId", campaign_id as "campaignId", count(*)::int as facts from f group by 1, 2`)
  return rows
}

/**
 * Folds what is known of a campaign into its sums; answers whether that was all. Where it was not, as another process is at
 * it or there is much, it is once this was committed and asked again.
 */
export const foldCampaign = async (tx: CompanyCtx, campaignId: string): Promise<boolean> => {
  await foldFacts(tx, { companyId: tx.company.id, campaignId })
  const { rows } = await tx.db.execute(sql`
    select 1 from campaign_facts where company_id = ${tx.company.id} and campaign_id = ${campaignId} limit 1`)
  return rows.length === 0
}

/** How many messages of a campaign were handed over, in all and since an instant. */
export const countReleased = async (ctx: CompanyCtx, campaignId: string, since: Date) => {
  const { rows } = await ctx.db.execute<{ all: number; since: number }>(sql`
    select coalesce(sum(n), 0)::int as all, coalesce(sum(n) filter (where hour >= ${since.toISOString()}::timestamptz), 0)::int as since
    from campaign_counts where company_id = ${ctx.company.id} and campaign_id = ${campaignId} and measure = 'queued'`)
  return rows[0] ?? { all: 0, since: 0 }
}

/** What a launch left out and found twice: by measure and reason. */
export const findLeftOut = async (ctx: CompanyCtx, campaignId: string) => {
  const { rows } = await ctx.db.execute<{ measure: string; detail: string; n: number }>(sql`
    select measure, detail, sum(n)::int as n from campaign_counts
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId}
      and measure = any(array['recipients', 'matched', 'left_out'])
    group by 1, 2`)
  return rows
}
