import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** What is counted by its parts: messages once, with every step that they have passed. */
const steps = ['sent', 'delivered', 'read', 'clicked', 'replied', 'failed', 'opted_out'] as const
const detailed = [
  'failed_by',
  'skipped_by',
  'left_out',
  'button',
  'link',
  'link_people',
  'holdout_wrote',
  'undelivered',
] as const

/** One sum; of `detail`, `variant`, `channelId` and `hour` those are set by which it is split. */
export type SplitSum = {
  measure: (typeof steps)[number] | (typeof detailed)[number]
  detail: string | null
  variant: number | null
  channelId: string | null
  hour: string | null
  n: number
}

/** The sums of a campaign split by reason, variant, number and hour. What they are made of grows with hours, not with people. */
export const findSplitSums = async (ctx: CompanyCtx, campaignId: string): Promise<SplitSum[]> => {
  const { rows } = await ctx.db.execute<SplitSum>(sql`
    select measure, null as detail, variant, channel_id as "channelId", hour::text as hour, sum(n)::float8 as n
    from campaign_counts
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId}
      and measure = any(${sql.param([...steps])}::text[])
    group by grouping sets ((measure, variant), (measure, channel_id), (measure, hour))
    union all
    select measure, detail, null, null, null, sum(n)::float8
    from campaign_counts
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId}
      and measure = any(${sql.param([...detailed])}::text[])
    group by measure, detail`)
  return rows
}

export type AnalyzedLink = { id: string; url: string | null; key: string | null }

/** The links of a campaign's messages; those of tests are left out. */
export const findAnalyzedLinks = async (ctx: CompanyCtx, campaignId: string): Promise<AnalyzedLink[]> => {
  const { rows } = await ctx.db.execute<AnalyzedLink>(sql`
    select id, url, key from tracked_links
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId} and not is_test order by created_at, id`)
  return rows
}

/** How many were left out of a campaign at random. */
export const countHoldout = async (ctx: CompanyCtx, campaignId: string): Promise<number> => {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::float8 as n from campaign_counts
    where company_id = ${ctx.company.id} and campaign_id = ${campaignId} and measure = 'left_out' and detail = 'holdout'`)
  return rows[0]?.n ?? 0
}
