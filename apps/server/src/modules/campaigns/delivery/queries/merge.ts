import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

const wasWritten = `exists (select 1 from messages m where m.company_id = r.company_id and m.id = r.message_id)`

/**
 * Gives the places of one contact in campaigns to the contact that stays. Of a campaign that has both, the one that stays
 * keeps its own, and gets nothing once the other has got the message. An undo gives back what was moved.
 */
export const moveRecipients = async (
  sql: Sql,
  { companyId, from, to, moved }: MergeMove,
): Promise<readonly string[]> => {
  const { rows } = await sql.query<{ messageId: string }>({
    text: `update campaign_recipients r set contact_id = $3
      where r.company_id = $1 and r.contact_id = $2 and ($4::uuid[] is null or r.message_id = any($4))
        and not exists (select 1 from campaign_recipients o
          where o.company_id = $1 and o.contact_id = $3 and o.campaign_id = r.campaign_id)
      returning message_id as "messageId"`,
    values: [companyId, from, to, moved ?? null],
  })
  if (!moved)
    await sql.query({
      text: `with twice as (
          select r.campaign_id, r.contact_id from campaign_recipients r
          where r.company_id = $1 and r.contact_id = $3 and r.skip_reason is null and r.canceled_at is null
            and not ${wasWritten} and exists (
              select 1 from campaign_recipients o join messages m on m.company_id = o.company_id and m.id = o.message_id
              where o.company_id = $1 and o.contact_id = $2 and o.campaign_id = r.campaign_id)
        ), skipped as (
          update campaign_recipients r set skip_reason = 'contact_gone' from twice b
          where r.company_id = $1 and r.campaign_id = b.campaign_id and r.contact_id = b.contact_id
          returning r.company_id, r.campaign_id, coalesce(r.variant, 0) as variant,
            coalesce(r.channel_id, '00000000-0000-0000-0000-000000000000'::uuid) as channel_id
        )
        insert into campaign_counts (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot, n)
        select s.company_id, s.campaign_id, m.measure, m.detail, s.variant, s.channel_id, date_trunc('hour', now()), 0, 1
        from skipped s cross join (values ('skipped', ''), ('skipped_by', 'contact_gone')) as m(measure, detail)
        on conflict (company_id, campaign_id, measure, detail, variant, channel_id, hour, slot)
          do update set n = campaign_counts.n + 1`,
      values: [companyId, from, to],
    })
  return rows.map(({ messageId }) => messageId)
}
