import { variantKeys } from '@recado/contracts/campaigns/content'
import type { RecipientFilter, RecipientState } from '@recado/contracts/campaigns/recipients'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contactMatches } from '#server/modules/contacts/contacts/index.ts'

/** Refused by ourselves after it was handed over: nothing was sent, so it is skipped and has not failed. */
const refused = sql`(m.status = 'failed' and m.error_class = 'opted_out')`

/** How far a recipient `r` of the campaign `c` is, by its message `m`. */
export const stateOf: SQL = sql`case
  when r.skip_reason is not null or ${refused} then 'skipped'
  when r.replied_at is not null then 'replied'
  when r.clicked_at is not null then 'clicked'
  when m.id is null and (r.canceled_at is not null or c.state = 'canceled') then 'canceled'
  when m.id is null then 'pending'
  when m.status = 'failed' then 'failed'
  when m.status in ('read', 'played') then 'read'
  when m.status = 'delivered' then 'delivered'
  when m.status = 'held' then 'held_by_meta'
  when m.status in ('accepted', 'sent') then 'sent'
  else 'queued' end`

/** Why it got nothing. */
export const reasonOf: SQL = sql`coalesce(r.skip_reason, case when ${refused} then 'opted_out' end)`
const sentAt = sql`coalesce(m.sent_at, case when m.wamid is not null then m.occurred_at end)::text`

export type RecipientRow = {
  contactId: string | null
  wave: number
  notBefore: string
  seq: number
  name: string | null
  profileName: string | null
  phone: string | null
  variant: number | null
  channelId: string | null
  state: RecipientState
  reason: string | null
  errorCode: number | null
  errorClass: string | null
  conversationId: string | null
  messageId: string | null
  sentAt: string | null
  deliveredAt: string | null
  readAt: string | null
  clickedAt: string | null
  repliedAt: string | null
}

const failedOf = (campaignId: string): SQL => sql`m.campaign_id = ${campaignId} and m.failed_at is not null`

/** What follows from a state that few are in, by which an index finds them. */
const implied = ({ company }: CompanyCtx, campaignId: string): Partial<Record<RecipientState, SQL>> => ({
  replied: sql`r.replied_at is not null`,
  clicked: sql`r.clicked_at is not null`,
  failed: failedOf(campaignId),
  skipped: sql`(r.skip_reason is not null or r.message_id = any(array(
    select f.id from messages f
    where f.company_id = ${company.id} and f.campaign_id = ${campaignId} and f.failed_at is not null)))`,
})

/** What narrows the recipients of a campaign, over `joined`. */
export const conditions = async (ctx: CompanyCtx, campaignId: string, filter: RecipientFilter): Promise<SQL> => {
  const { state, reason, errorClass, variant, search } = filter
  const parts: SQL[] = [sql`r.company_id = ${ctx.company.id}`, sql`r.campaign_id = ${campaignId}`]
  if (state) parts.push(sql`${stateOf} = ${state}`, implied(ctx, campaignId)[state] ?? sql`true`)
  if (reason === 'opted_out') parts.push(sql`(r.skip_reason = 'opted_out' or ${refused})`)
  else if (reason) parts.push(sql`r.skip_reason = ${reason}`)
  if (errorClass)
    parts.push(
      failedOf(campaignId),
      sql`m.status = 'failed' and not ${refused} and coalesce(m.error_class, 'unknown') = ${errorClass}`,
    )
  if (variant) parts.push(sql`r.variant = ${variantKeys.indexOf(variant)} and r.wave >= 0`)
  if (search) parts.push(sql`ct.erased_at is null and ${await contactMatches(ctx, search)}`)
  return sql.join(parts, sql` and `)
}

/** Recipients `r` with their campaign `c`, message `m` and contact `ct`. */
export const joined = sql`campaign_recipients r
  join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
  left join messages m on m.company_id = r.company_id and m.id = r.message_id
  left join contacts ct on ct.company_id = r.company_id and ct.id = r.contact_id`

export type RecipientPlace = { wave: number; at: string; seq: number }

/** Those who get the message in the order in which they get it; those who were left out at the launch come last. */
export const findRecipients = async (
  ctx: CompanyCtx,
  campaignId: string,
  filter: RecipientFilter,
  { after, limit }: { after: RecipientPlace | null; limit: number },
): Promise<RecipientRow[]> => {
  const where = await conditions(ctx, campaignId, filter)
  // Two runs over the index of the order, so that a page costs the same wherever it is.
  const part = (of: SQL, place: RecipientPlace | null) => sql`(
    select case when ct.id is null or ct.erased_at is not null then null else ct.id end as "contactId",
      r.wave, r.not_before::text as "notBefore", r.seq, ct.name, ct.profile_name as "profileName", ct.phone,
      case when r.wave < 0 then null else r.variant end as variant, r.channel_id as "channelId", ${stateOf} as state,
      ${reasonOf} as reason,
      m.error_code as "errorCode", case when ${refused} then null else m.error_class end as "errorClass",
      m.conversation_id as "conversationId", m.id as "messageId", ${sentAt} as "sentAt", m.delivered_at::text as "deliveredAt", m.read_at::text as "readAt",
      r.clicked_at::text as "clickedAt", r.replied_at::text as "repliedAt"
    from ${joined}
    where ${where} and ${of}
      and ${place ? sql`(r.wave, r.not_before, r.seq) > (${place.wave}::smallint, ${place.at}::timestamptz, ${place.seq}::int)` : sql`true`}
    order by r.wave, r.not_before, r.seq limit ${limit})`
  const inLeftOut = after !== null && after.wave < 0
  const first = inLeftOut ? [] : (await ctx.db.execute<RecipientRow>(part(sql`r.wave >= 0`, after))).rows
  if (first.length >= limit) return first
  const rest = await ctx.db.execute<RecipientRow>(part(sql`r.wave < 0`, inLeftOut ? after : null))
  return [...first, ...rest.rows].slice(0, limit)
}

/** How many a filter leaves, counted up to `limit`. */
export const countRecipients = async (
  ctx: CompanyCtx,
  campaignId: string,
  filter: RecipientFilter,
  limit: number,
): Promise<number> => {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from ${joined} where ${await conditions(ctx, campaignId, filter)} limit ${limit}) t`)
  return rows[0]?.count ?? 0
}

export type ContactCampaignRow = Pick<
  RecipientRow,
  'state' | 'reason' | 'variant' | 'conversationId' | 'sentAt' | 'repliedAt'
> & {
  campaignId: string
  name: string
  plannedAt: string
}

/** What a contact got of its newest campaigns. */
export const findCampaignsOf = async (
  ctx: CompanyCtx,
  contactId: string,
  limit: number,
): Promise<ContactCampaignRow[]> => {
  const { rows } = await ctx.db.execute<ContactCampaignRow>(sql`
    select c.id as "campaignId", c.name, ${stateOf} as state, ${reasonOf} as reason,
      case when r.wave < 0 then null else r.variant end as variant, m.conversation_id as "conversationId",
      r.not_before::text as "plannedAt", ${sentAt} as "sentAt", r.replied_at::text as "repliedAt"
    from ${joined}
    where r.company_id = ${ctx.company.id} and r.contact_id = ${contactId} and ct.erased_at is null
    order by r.not_before desc, c.id desc limit ${limit}`)
  return rows
}
