import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'
import { NO_CHANNEL } from './counts.ts'

/** For so long after a message of a campaign what a person does counts as brought about by it. */
const COUNTS_FOR = sql`interval '72 hours'`

const onConflict = sql`on conflict (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot)
  do update set n = campaign_counts.n + excluded.n`

export type Answer = {
  companyId: string
  contactId: string
  messageId: string
  at: Date
  replyToWamid: string | null
  /** Text of the button that was pressed. */
  button: string | null
}

/** What was answered, if anything: those who are left out of a campaign and write got no message. */
type Hit = {
  companyId: string
  campaignId: string
  messageId: string | null
  answeredId: string | null
  hasRoutes: boolean
}

/** Those by people who were ever among the recipients of a campaign: most were not, and the rest costs more to ask. */
const ofRecipients = async (tx: Pick<Ctx, 'db'>, answers: readonly Answer[]): Promise<Answer[]> => {
  const { rows } = await tx.db.execute<{ n: number }>(sql`
    select k.n::int as n from unnest(${sql.param(answers.map(({ companyId }) => companyId))}::uuid[],
      ${sql.param(answers.map(({ contactId }) => contactId))}::uuid[]) with ordinality as k(company_id, contact_id, n)
    where exists (
      select 1 from campaign_recipients r where r.company_id = k.company_id and r.contact_id = k.contact_id)`)
  return rows.flatMap(({ n }) => answers[n - 1] ?? [])
}

/**
 * Notes answers to messages of campaigns: to the message that is quoted, or else to the last one that came shortly before.
 * A recipient counts once, each button as often as it is pressed. So do people once who are left out of a campaign at
 * random and write shortly after its start, which is what recipients are measured against.
 */
export const noteAnswers = async (tx: Pick<Ctx, 'db'>, given: readonly Answer[]): Promise<Hit[]> => {
  const answers = given.length === 0 ? [] : await ofRecipients(tx, given)
  if (answers.length === 0) return []
  const { rows } = await tx.db.execute<Hit>(sql`
    with hit as (
      select a.at, a.button, a."messageId", r.* from json_to_recordset(${stringifySanitized(answers)}::json)
        as a("companyId" uuid, "contactId" uuid, "messageId" uuid, at timestamptz, "replyToWamid" text, button text)
      cross join lateral (
        select r.company_id, r.campaign_id, r.contact_id, m.id as answered_id, coalesce(r.variant, 0) as variant,
          m.channel_id, date_trunc('hour', m.occurred_at) as hour
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
    ), held_out as (
      update campaign_recipients r set replied_at = w.at
      from (
        select a."companyId", a."contactId", c.id as campaign_id, min(a.at) as at
        from json_to_recordset(${stringifySanitized(answers)}::json) as a("companyId" uuid, "contactId" uuid, at timestamptz)
        join campaign_recipients h on h.company_id = a."companyId" and h.contact_id = a."contactId" and h.wave = -1
          and h.skip_reason = 'holdout' and h.replied_at is null
        join campaigns c on c.company_id = h.company_id and c.id = h.campaign_id
          and a.at >= c.started_at and a.at < c.started_at + ${COUNTS_FOR}
        group by 1, 2, 3) w
      where r.company_id = w."companyId" and r.campaign_id = w.campaign_id and r.contact_id = w."contactId"
        and r.replied_at is null
      returning r.company_id, r.campaign_id, date_trunc('hour', w.at) as hour
    ), counted as (
      insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n)
      select company_id, campaign_id, measure, detail, variant, channel_id, hour, 0, count(*)
      from (
        select company_id, campaign_id, 'holdout_wrote' as measure, '' as detail, 0::smallint as variant,
          ${NO_CHANNEL}::uuid as channel_id, hour from held_out
        union all
        select company_id, campaign_id, 'replied', '', variant, channel_id, hour from first
        union all
        select company_id, campaign_id, 'button', left(button, 100), variant, channel_id, hour from hit where button is not null
      ) t
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7 ${onConflict}
    )
    select h.company_id as "companyId", h.campaign_id as "campaignId", h."messageId", h.answered_id as "answeredId",
      c.content -> 'replies' <> '[]' as "hasRoutes"
    from hit h join campaigns c on c.company_id = h.company_id and c.id = h.campaign_id
    union select company_id, campaign_id, null, null, false from held_out`)
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
