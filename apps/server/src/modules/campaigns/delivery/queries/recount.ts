import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { type CountRow, factSteps, isCounted, NO_CHANNEL } from './counts.ts'

/** By how much a sum of a campaign was too small. */
export type Difference = Required<CountRow>

/**
 * Counts a campaign again from its recipients and their messages, and answers where its sums say something else; what is
 * not folded into them yet counts as theirs. What was clicked, pressed and paid is not looked at.
 */
export const findDifferences = async (ctx: CompanyCtx, campaignId: string): Promise<Difference[]> => {
  const own = sql`company_id = ${ctx.company.id} and campaign_id = ${campaignId}`
  const { rows } = await ctx.db.execute<Difference>(sql`
    with recipient as (
      select r.skip_reason, r.replied_at, r.opted_out_at, m.id, m.wamid, m.delivered_at, m.read_at, c.state,
        coalesce(r.variant, 0) as variant, coalesce(m.channel_id, r.channel_id, ${NO_CHANNEL}::uuid) as channel_id,
        coalesce(m.status = 'failed' and m.error_class = 'opted_out', false) as refused,
        coalesce(m.status = 'failed' and m.error_class is distinct from 'opted_out', false) as failed,
        concat_ws(':', m.error_class, m.error_code) as error
      from campaign_recipients r
      join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
      left join messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.company_id = ${ctx.company.id} and r.campaign_id = ${campaignId} and r.wave >= 0
    ), counted as (
      select s.measure, s.detail, s.variant, s.channel_id, count(*)::int as n
      from recipient r cross join lateral (values
        ('recipients', '', r.variant, r.channel_id, true),
        ('queued', '', r.variant, r.channel_id, r.id is not null and not r.refused),
        ('sent', '', r.variant, r.channel_id, r.wamid is not null),
        ('delivered', '', r.variant, r.channel_id, r.delivered_at is not null),
        ('read', '', r.variant, r.channel_id, r.read_at is not null),
        ('failed', '', r.variant, r.channel_id, r.failed),
        ('undelivered', '', r.variant, r.channel_id, r.failed and r.wamid is not null and r.delivered_at is null),
        ('failed_by', r.error, r.variant, r.channel_id, r.failed),
        ('skipped', '', r.variant, r.channel_id, r.skip_reason is not null or r.refused),
        ('skipped_by', coalesce(r.skip_reason, 'opted_out'), r.variant, r.channel_id, r.skip_reason is not null or r.refused),
        ('replied', '', r.variant, r.channel_id, r.replied_at is not null),
        ('opted_out', '', r.variant, r.channel_id, r.opted_out_at is not null),
        ('canceled', '', 0, ${NO_CHANNEL}::uuid, r.state = 'canceled' and r.id is null and r.skip_reason is null)
      ) as s(measure, detail, variant, channel_id, counts)
      where s.counts group by 1, 2, 3, 4
    ), kept as (
      select measure, detail, variant, channel_id, n from campaign_counts where ${own}
      union all
      select s.measure, s.detail, f.variant, f.channel_id, s.n from campaign_facts f ${factSteps}
      where ${own} and ${isCounted}
    ), summed as (
      select measure, detail, variant, channel_id, sum(n)::int as n from kept group by 1, 2, 3, 4
    )
    select measure, detail, variant, channel_id as "channelId", coalesce(c.n, 0) - coalesce(s.n, 0) as n
    from counted c full join summed s using (measure, detail, variant, channel_id)
    where coalesce(c.n, 0) <> coalesce(s.n, 0)
      and measure = any(array['recipients', 'queued', 'sent', 'delivered', 'read', 'failed', 'undelivered', 'failed_by', 'skipped',
        'skipped_by', 'replied', 'opted_out', 'canceled'])
    order by 1, 2, 3, 4`)
  return rows
}

/**
 * Campaigns that ended lately, whichever company they are of. Those with a recipient who was erased are not among them: of
 * these the sums alone know what became of them.
 */
export const findEndedAcrossCompanies = async ({
  db,
  now,
}: Pick<Ctx, 'db' | 'now'>): Promise<{ id: string; companyId: string }[]> => {
  const { rows } = await db.execute<{ id: string; companyId: string }>(sql`
    select c.id, c.company_id as "companyId" from campaigns c
    where c.finished_at > ${now().toISOString()}::timestamptz - interval '3 days' and c.state in ('completed', 'completed_with_errors', 'canceled')
      and not exists (select 1 from campaign_recipients r
        left join contacts ct on ct.company_id = r.company_id and ct.id = r.contact_id
        where r.company_id = c.company_id and r.campaign_id = c.id and (ct.id is null or ct.erased_at is not null))
    order by c.finished_at`)
  return rows
}
