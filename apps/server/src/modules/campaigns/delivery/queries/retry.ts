import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** Recipients `r` whose message `m` failed, and who have not been opted out or canceled since. */
const failedOf = (ctx: CompanyCtx, campaignId: string): SQL => sql`
  campaign_recipients r join messages m on m.company_id = r.company_id and m.id = r.message_id
  where r.company_id = ${ctx.company.id} and r.campaign_id = ${campaignId} and r.wave >= 0 and m.status = 'failed'
    and r.skip_reason is null and r.canceled_at is null and r.opted_out_at is null`

export type FailedCrowd = {
  errorClass: string
  prefix: string | null
  country: string | null
  open: boolean
  count: number
}

/** Who failed, alike in why and in what another try costs. */
export const findFailed = async (ctx: CompanyCtx, campaignId: string): Promise<FailedCrowd[]> => {
  const { rows } = await ctx.db.execute<FailedCrowd>(sql`
    select coalesce(f.error_class, 'unknown') as "errorClass", left(f.recipient, 4) as prefix, ct.address ->> 'country' as country,
      coalesce(v.window_expires_at > ${ctx.now().toISOString()}::timestamptz, false) as open, count(*)::int as count
    from (select m.error_class, r.recipient, r.contact_id, r.company_id, m.conversation_id from ${failedOf(ctx, campaignId)}) f
    left join contacts ct on ct.company_id = f.company_id and ct.id = f.contact_id
    left join conversations v on v.company_id = f.company_id and v.id = f.conversation_id
    group by 1, 2, 3, 4`)
  return rows
}

/** A UUIDv7 of now. */
const newIdSql = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
  substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

/**
 * Gives those who failed for some reasons another message in the wave of second tries, and takes what became of the first
 * one out of the sums: each recipient counts by their last message. The first ones are locked, so that what becomes of
 * them is either taken out here or, later, not counted. By a clock that was set back, the wave begins again, so that these
 * are not behind its cursor. Answers how many they are.
 */
export const moveToRetry = async (
  tx: CompanyCtx,
  campaignId: string,
  classes: readonly string[],
): Promise<{ variant: number; channelId: string; n: number }[]> => {
  const { rows } = await tx.db.execute<{ variant: number; channelId: string; n: number }>(sql`
    with failed as (
      select r.contact_id as recipient_id, coalesce(r.variant, 0) as variant_no, r.channel_id as line_id, m.*
      from ${failedOf(tx, campaignId)} and coalesce(m.error_class, 'unknown') = any(${sql.param([...classes])}::text[])
      for update of m
    ), noted as (
      insert into campaign_facts (company_id, campaign_id, message_id, variant, channel_id, hour, before, after, detail)
      select company_id, campaign_id, id, coalesce(campaign_variant, 0), channel_id, date_trunc('hour', occurred_at),
        8 + case when wamid is not null then 1 else 0 end + case when delivered_at is not null then 2 else 0 end
          + case when read_at is not null then 4 else 0 end, 0, concat_ws(':', error_class, error_code)
      from failed returning id, company_id, campaign_id, message_id
    ), seconds as (
      insert into campaign_second_tries (company_id, campaign_id, first_message_id, fact_id)
      select company_id, campaign_id, message_id, id from noted
    ), moved as (
      update campaign_recipients r set wave = 2, not_before = ${tx.now().toISOString()}::timestamptz, message_id = ${newIdSql}, attempts = r.attempts + 1
      from failed f where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId} and r.contact_id = f.recipient_id
    ), wave as (
      insert into campaign_waves (company_id, campaign_id, wave) values (${tx.company.id}, ${campaignId}, 2)
      on conflict (company_id, campaign_id, wave) do update set done = false,
        cursor_at = case when campaign_waves.cursor_at >= ${tx.now().toISOString()}::timestamptz then '-infinity'
          else campaign_waves.cursor_at end
    )
    select variant_no as variant, line_id as "channelId", count(*)::int as n from failed group by 1, 2`)
  return rows
}
