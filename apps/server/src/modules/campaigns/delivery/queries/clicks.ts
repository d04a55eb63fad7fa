import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { markSeen, type Seen } from '#server/modules/inbox/recording/index.ts'

const NOBODY = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** A click on a link of a campaign that counts. `seq`: the recipient's place; null for someone who is not known any more. */
export type CountedClick = {
  companyId: string
  id: string
  linkId: string
  campaignId: string
  seq: number | null
  at: string
  /** Whether it is the recipient's first of this link. */
  first: boolean
}

/** Notes clicks for the sums of their campaigns, and who clicked. The caller sees to it that none is noted twice. */
export const noteClicks = async (tx: Pick<Ctx, 'db'>, clicks: readonly CountedClick[]): Promise<void> => {
  if (clicks.length === 0) return
  const { rows } = await tx.db.execute<Omit<Seen, 'at'> & { at: string }>(sql`
    with h as (
      select *, row_number() over (partition by "companyId", "campaignId", seq order by at, id) as turn
      from json_to_recordset(${JSON.stringify(clicks)}::json)
        as t("companyId" uuid, id uuid, "linkId" text, "campaignId" uuid, seq int, at timestamptz, first boolean)
    ), held as (
      select r.company_id, r.campaign_id, r.contact_id, r.message_id, r.seq, h.at from h
      join campaign_recipients r on r.company_id = h."companyId" and r.campaign_id = h."campaignId" and r.seq = h.seq
      where h.turn = 1 and r.clicked_at is null
      order by 1, 2, 3 for update of r
    ), clicked as (
      update campaign_recipients r set clicked_at = held.at from held
      where r.company_id = held.company_id and r.campaign_id = held.campaign_id and r.contact_id = held.contact_id
        and r.clicked_at is null
      returning held.*
    ), noted as (
      insert into campaign_facts (company_id, campaign_id, message_id, variant, channel_id, hour, before, after, detail)
      select h."companyId", h."campaignId", coalesce(r.message_id, ${NOBODY}), coalesce(r.variant, 0),
        coalesce(m.channel_id, r.channel_id, ${NOBODY}), date_trunc('hour', coalesce(m.occurred_at, h.at)), 0,
        128 + case when h.first then 256 else 0 end + case when h.turn = 1 and c.seq is not null then 64 else 0 end, h."linkId"
      from h
      left join campaign_recipients r on r.company_id = h."companyId" and r.campaign_id = h."campaignId" and r.seq = h.seq
      left join messages m on m.company_id = r.company_id and m.id = r.message_id
      left join clicked c on c.company_id = h."companyId" and c.campaign_id = h."campaignId" and c.seq = h.seq
    )
    select company_id as "companyId", message_id as "messageId", at::text as at from clicked order by 1, 2`)
  await markSeen(
    tx,
    rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) })),
  )
}
