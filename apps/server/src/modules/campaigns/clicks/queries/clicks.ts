import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import type { EraseHandler } from '#server/lib/erasure.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'
import type { CountedClick } from '#server/modules/campaigns/delivery/index.ts'
import { KEPT } from '#server/modules/campaigns/links/index.ts'

export type Click = {
  companyId: string
  id: string
  linkId: string
  campaignId: string
  seq: number
  at: Date
  ip: string | null
  userAgent: string | null
  bot: boolean
}

/**
 * Writes clicks down; those that are there already stay as they are. Answers the new ones of people. Nothing of a click ties
 * it to someone who was erased.
 */
export const insertClicks = async ({ db }: Pick<Ctx, 'db'>, clicks: readonly Click[]): Promise<CountedClick[]> => {
  const { rows } = await db.execute<CountedClick>(sql`
    with c as (
      select t."companyId", t.id, t."linkId", t."campaignId", t.at, t.bot, k.seq,
        case when k.seq is not null then t.ip end as ip, case when k.seq is not null then t."userAgent" end as user_agent
      from json_to_recordset(${stringifySanitized(clicks)}::json) as t("companyId" uuid, id uuid, "linkId" uuid,
        "campaignId" uuid, seq int, at timestamptz, ip text, "userAgent" text, bot boolean)
      join tracked_links l on l.company_id = t."companyId" and l.id = t."linkId"
      left join lateral (
        select r.seq from campaign_recipients r join contacts ct on ct.company_id = r.company_id and ct.id = r.contact_id
        where r.company_id = t."companyId" and r.campaign_id = t."campaignId" and r.seq = t.seq and ct.erased_at is null
      ) k on true
    ), firsts as (
      insert into link_clicks (company_id, id, link_id, campaign_id, seq, at, ip, user_agent, bot, first)
      select distinct on ("companyId", "linkId", seq) "companyId", id, "linkId", "campaignId", seq, at, ip, user_agent, bot, true
      from c where not bot and seq is not null
      order by "companyId", "linkId", seq, at, id
      on conflict do nothing returning *
    ), rest as (
      insert into link_clicks (company_id, id, link_id, campaign_id, seq, at, ip, user_agent, bot, first)
      select "companyId", id, "linkId", "campaignId", seq, at, ip, user_agent, bot, false
      from c where not exists (select 1 from firsts f where f.company_id = c."companyId" and f.id = c.id)
      on conflict do nothing returning *
    )
    select company_id as "companyId", id, link_id as "linkId", campaign_id as "campaignId", seq, at::text as at, first
    from (select * from firsts union all select * from rest) t where not bot`)
  return rows
}

/** Deletes clicks whose time is over; answers how many went. */
export const deleteOldClicksAcrossCompanies = async ({ db }: Pick<Ctx, 'db'>): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    delete from link_clicks where (company_id, id) in (
      select company_id, id from link_clicks where at < now() - ${KEPT} order by at limit 5000)`)
  return rowCount ?? 0
}

/** Clicks of people who are erased stay as numbers of their links. */
export const eraseClicks: EraseHandler = async ({ db }, { companyId, contactIds }) => {
  const { rowCount } = await db.execute(sql`
    update link_clicks c set seq = null, ip = null, user_agent = null
    from campaign_recipients r
    where r.company_id = ${companyId} and r.contact_id = any(${sql.param([...contactIds])}::uuid[])
      and c.company_id = r.company_id and c.campaign_id = r.campaign_id and c.seq = r.seq`)
  return { linkClicks: rowCount ?? 0 }
}
