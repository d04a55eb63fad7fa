import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

/** For so long after a message of a campaign what a person does counts as brought about by it. */
const COUNTS_FOR = sql`interval '72 hours'`

const onConflict = sql`on conflict (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot)
  do update set n = campaign_counts.n + excluded.n`

export type Answer = {
  companyId: string
  contactId: string
  at: Date
  replyToWamid: string | null
  /** Text of the button that was pressed. */
  button: string | null
}

type Hit = { companyId: string; campaignId: string }

/**
 * Notes answers to messages of campaigns: to the message that is quoted, or else to the last one that came shortly before.
 * A recipient counts once, each button as often as it is pressed.
 */
export const noteAnswers = async (tx: Pick<Ctx, 'db'>, answers: readonly Answer[]): Promise<Hit[]> => {
  if (answers.length === 0) return []
  const { rows } = await tx.db.execute<Hit>(sql`
    with hit as (
      select a.at, a.button, r.* from json_to_recordset(${stringifySanitized(answers)}::json)
        as a("companyId" uuid, "contactId" uuid, at timestamptz, "replyToWamid" text, button text)
      cross join lateral (
        select r.company_id, r.campaign_id, r.contact_id, coalesce(r.variant, 0) as variant, m.channel_id,
          date_trunc('hour', m.occurred_at) as hour
        from campaign_recipients r join messages m on m.company_id = r.company_id and m.id = r.message_id
        where r.company_id = a."companyId" and r.contact_id = a."contactId" and m.wamid is not null
          and (m.wamid = a."replyToWamid" or (m.occurred_at > a.at - ${COUNTS_FOR} and m.occurred_at <= a.at + interval '1 minute'))
        order by (m.wamid is not distinct from a."replyToWamid") desc, m.occurred_at desc limit 1) r
    ), first as (
      update campaign_recipients r set replied_at = h.at
      from (select company_id, campaign_id, contact_id, variant, channel_id, hour, min(at) as at from hit group by 1, 2, 3, 4, 5, 6) h
      where r.company_id = h.company_id and r.campaign_id = h.campaign_id and r.contact_id = h.contact_id
        and r.replied_at is null
      returning h.*
    ), counted as (
      insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n)
      select company_id, campaign_id, measure, detail, variant, channel_id, hour, 0, count(*)
      from (
        select company_id, campaign_id, 'replied' as measure, '' as detail, variant, channel_id, hour from first
        union all
        select company_id, campaign_id, 'button', left(button, 100), variant, channel_id, hour from hit where button is not null
      ) t
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7 ${onConflict}
    )
    select distinct company_id as "companyId", campaign_id as "campaignId" from hit`)
  return rows
}

/** Notes that a person stopped marketing shortly after a message of a campaign. */
export const noteOptOut = async (
  tx: Pick<Ctx, 'db'>,
  { companyId, contactId, at }: { companyId: string; contactId: string; at: Date },
): Promise<void> => {
  await tx.db.execute(sql`
    with last as (
      select r.company_id, r.campaign_id, r.contact_id, coalesce(r.variant, 0) as variant, m.channel_id,
        date_trunc('hour', m.occurred_at) as hour
      from campaign_recipients r join messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.company_id = ${companyId} and r.contact_id = ${contactId} and m.wamid is not null
        and m.occurred_at > ${at.toISOString()}::timestamptz - ${COUNTS_FOR}
      order by m.occurred_at desc limit 1
    ), first as (
      update campaign_recipients r set opted_out_at = ${at.toISOString()}::timestamptz from last l
      where r.company_id = l.company_id and r.campaign_id = l.campaign_id and r.contact_id = l.contact_id
        and r.opted_out_at is null
      returning l.*
    )
    insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n)
    select company_id, campaign_id, 'opted_out', '', variant, channel_id, hour, 0, 1 from first ${onConflict}`)
}
