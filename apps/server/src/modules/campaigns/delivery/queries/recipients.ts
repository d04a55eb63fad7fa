import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { RawRecipient } from '#server/db/schema/campaigns/delivery.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

export type NewRecipient = {
  contactId: string
  seq: number
  wave: number
  notBefore: Date
  variant: number | null
  channelId: string | null
  recipient: string | null
  language: string | null
  params: Record<string, string> | null
  raw: RawRecipient | null
  messageId: string
  skipReason: string | null
}

/** Writes recipients down; those that are there stay as they are. */
export const insertRecipients = async (
  tx: CompanyCtx,
  campaignId: string,
  rows: readonly NewRecipient[],
): Promise<void> => {
  if (rows.length === 0) return
  await tx.db.execute(sql`
    insert into campaign_recipients (company_id, campaign_id, contact_id, seq, wave, not_before, variant, channel_id,
      recipient, language, params, raw, message_id, skip_reason)
    select ${tx.company.id}, ${campaignId}, "contactId", seq, wave, "notBefore", variant, "channelId", recipient, language,
      params, raw, "messageId", "skipReason"
    from json_to_recordset(${stringifySanitized(rows)}::json) as t("contactId" uuid, seq int, wave smallint,
      "notBefore" timestamptz, variant smallint, "channelId" uuid, recipient text, language text, params jsonb,
      raw jsonb, "messageId" uuid, "skipReason" text)
    on conflict do nothing`)
}

/** Begins a wave: at once, or when it is opened. */
export const insertWave = async (tx: CompanyCtx, campaignId: string, wave: number, open = true): Promise<void> => {
  await tx.db.execute(sql`
    insert into campaign_waves (company_id, campaign_id, wave, opens_at)
    values (${tx.company.id}, ${campaignId}, ${wave}, ${open ? null : 'infinity'}::timestamptz)
    on conflict do nothing`)
}

export const openWave = async (tx: CompanyCtx, campaignId: string, wave: number): Promise<void> => {
  await tx.db.execute(sql`
    update campaign_waves set opens_at = ${tx.now().toISOString()}::timestamptz
    where company_id = ${tx.company.id} and campaign_id = ${campaignId} and wave = ${wave}`)
}

/** The waves of a campaign that have not left as a whole. */
export const findOpenWaves = async (tx: CompanyCtx, campaignId: string): Promise<number[]> => {
  const { rows } = await tx.db.execute<{ wave: number }>(sql`
    select wave from campaign_waves where company_id = ${tx.company.id} and campaign_id = ${campaignId} and not done`)
  return rows.map(({ wave }) => wave)
}

export type Wave = { wave: number; cursorAt: string | null; cursorSeq: number }

/** The wave that is to be released now, held still; null when all are done or wait. */
export const lockWave = async (tx: CompanyCtx, campaignId: string, now: Date): Promise<Wave | null> => {
  const { rows } = await tx.db.execute<Wave>(sql`
    select wave, cursor_at::text as "cursorAt", cursor_seq as "cursorSeq" from campaign_waves
    where company_id = ${tx.company.id} and campaign_id = ${campaignId} and not done
      and (opens_at is null or opens_at <= ${now.toISOString()}::timestamptz)
    order by wave limit 1 for update`)
  return rows[0] ?? null
}

export type Due = {
  contactId: string
  seq: number
  notBefore: string
  variant: number
  channelId: string
  language: string
  params: Record<string, string> | null
  raw: RawRecipient | null
  messageId: string
  /** Whether there is nothing to do: it was written or skipped before. */
  done: boolean
  gone: boolean
  erased: boolean
  blocked: boolean
  marketing: 'unknown' | 'granted' | 'denied' | null
  phone: string | null
  timezone: string | null
  country: string | null
}

const after = ({ cursorAt, cursorSeq }: Wave): SQL =>
  cursorAt === null ? sql`true` : sql`(r.not_before, r.seq) > (${cursorAt}::timestamptz, ${cursorSeq}::int)`

/** The next recipients whose time has come, in their order, with what may have changed since the launch. */
export const findDue = async (
  tx: CompanyCtx,
  campaignId: string,
  wave: Wave,
  { now, limit }: { now: Date; limit: number },
): Promise<Due[]> => {
  const { rows } = await tx.db.execute<Due>(sql`
    select r.contact_id as "contactId", r.seq, r.not_before::text as "notBefore", r.variant, r.channel_id as "channelId",
      r.language, r.params, r.raw, r.message_id as "messageId",
      (r.skip_reason is not null or r.canceled_at is not null or m.id is not null) as done,
      (ct.id is null or ct.deleted_at is not null or ct.merged_into_id is not null) as gone,
      (ct.erased_at is not null) as erased, (ct.blocked_at is not null) as blocked, ct.marketing, ct.phone, ct.timezone,
      ct.address ->> 'country' as country
    from campaign_recipients r
    left join contacts ct on ct.company_id = r.company_id and ct.id = r.contact_id
    left join messages m on m.company_id = r.company_id and m.id = r.message_id
    where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId} and r.wave = ${wave.wave}
      and ${after(wave)} and r.not_before <= ${now.toISOString()}::timestamptz
    order by r.not_before, r.seq limit ${limit}`)
  return rows
}

/** When the next recipient's time comes; null when there is none. */
export const findNextAt = async (tx: CompanyCtx, campaignId: string, wave: Wave): Promise<Date | null> => {
  const { rows } = await tx.db.execute<{ at: string }>(sql`
    select r.not_before::text as at from campaign_recipients r
    where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId} and r.wave = ${wave.wave} and ${after(wave)}
    order by r.not_before, r.seq limit 1`)
  return rows[0] ? new Date(rows[0].at) : null
}

export const moveCursor = async (
  tx: CompanyCtx,
  campaignId: string,
  { wave, cursorAt, cursorSeq, done }: Wave & { done: boolean },
): Promise<void> => {
  await tx.db.execute(sql`
    update campaign_waves set cursor_at = ${cursorAt}::timestamptz, cursor_seq = ${cursorSeq}, done = ${done}
    where company_id = ${tx.company.id} and campaign_id = ${campaignId} and wave = ${wave}`)
}

/** Lets the release begin again at the first of these messages, which were taken back. */
export const rewind = async (tx: CompanyCtx, campaignId: string, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length === 0) return
  await tx.db.execute(sql`
    update campaign_waves w set cursor_at = f.not_before, cursor_seq = f.seq - 1, done = false
    from (select distinct on (r.wave) r.wave, r.not_before, r.seq from campaign_recipients r
      where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId}
        and r.message_id = any(${sql.param([...messageIds])}::uuid[])
      order by r.wave, r.not_before, r.seq) f
    where w.company_id = ${tx.company.id} and w.campaign_id = ${campaignId} and w.wave = f.wave
      and (w.done or w.cursor_at is null or (w.cursor_at, w.cursor_seq) > (f.not_before, f.seq - 1))`)
}

/** Sums of messages that are taken back, by variant and number. */
export const groupOf = async (tx: CompanyCtx, campaignId: string, messageIds: readonly string[]) => {
  const { rows } = await tx.db.execute<{ variant: number; channelId: string; n: number }>(sql`
    select variant, channel_id as "channelId", count(*)::int as n from campaign_recipients
    where company_id = ${tx.company.id} and campaign_id = ${campaignId}
      and message_id = any(${sql.param([...messageIds])}::uuid[])
    group by 1, 2`)
  return rows
}

export const skipRecipients = async (
  tx: CompanyCtx,
  campaignId: string,
  rows: readonly { contactId: string; reason: string }[],
): Promise<void> => {
  if (rows.length === 0) return
  await tx.db.execute(sql`
    update campaign_recipients r set skip_reason = t.reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as t("contactId" uuid, reason text)
    where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId} and r.contact_id = t."contactId"`)
}

/** Writes down what recipients get who were dealt no variant at the launch. */
export const dealRecipients = async (
  tx: CompanyCtx,
  campaignId: string,
  dues: readonly Pick<Due, 'contactId' | 'variant' | 'language' | 'params'>[],
): Promise<void> => {
  if (dues.length === 0) return
  const rows = dues.map(({ contactId, variant, language, params }) => ({ contactId, variant, language, params }))
  await tx.db.execute(sql`
    update campaign_recipients r set variant = t.variant, language = t.language, params = t.params
    from json_to_recordset(${stringifySanitized(rows)}::json)
      as t("contactId" uuid, variant smallint, language text, params jsonb)
    where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId} and r.contact_id = t."contactId"`)
}

export const postpone = async (
  tx: CompanyCtx,
  campaignId: string,
  rows: readonly { contactId: string; at: Date }[],
): Promise<void> => {
  if (rows.length === 0) return
  await tx.db.execute(sql`
    update campaign_recipients r set not_before = t.at
    from json_to_recordset(${JSON.stringify(rows)}::json) as t("contactId" uuid, at timestamptz)
    where r.company_id = ${tx.company.id} and r.campaign_id = ${campaignId} and r.contact_id = t."contactId"`)
}

/** Which of some conversations may be written to freely. */
export const findOpenWindows = async (tx: CompanyCtx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select id from conversations where company_id = ${tx.company.id} and id = any(${sql.param([...ids])}::uuid[])
      and window_expires_at > ${tx.now().toISOString()}::timestamptz`)
  return new Set(rows.map(({ id }) => id))
}

/** What waits to be sent by some numbers, behind what people wait for. */
export const countWaiting = async (tx: CompanyCtx, channelIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await tx.db.execute<{ id: string; n: number }>(sql`
    select channel_id as id, count(*)::int as n from outbound_sends
    where channel_id = any(${sql.param([...channelIds])}::uuid[]) and state = 0 and priority > 0 group by 1`)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Whether a message of the campaign has no fate yet; those that wait for a person to decide do not count. */
export const hasUnsettled = async (
  tx: CompanyCtx,
  campaignId: string,
  channelIds: readonly string[],
): Promise<boolean> => {
  const { rows } = await tx.db.execute(sql`
    select 1 from outbound_sends o join messages m on m.company_id = o.company_id and m.id = o.message_id
    where o.channel_id = any(${sql.param([...channelIds])}::uuid[]) and m.campaign_id = ${campaignId}
      and o.not_before < 'infinity' limit 1`)
  return rows.length > 0
}

type KnownIdentity = {
  scope: string
  contactId: string
  phone: string | null
  waId: string | null
  bsuid: string | null
}

/** How contacts are known to the numbers of a campaign, by scope and contact. */
export const findIdentities = async (
  tx: CompanyCtx,
  dues: readonly Pick<Due, 'contactId'>[],
  channels: readonly { scope: string }[],
): Promise<Map<string, KnownIdentity>> => {
  const { rows } = await tx.db.execute<KnownIdentity>(sql`
    select distinct on (scope, contact_id) scope, contact_id as "contactId", phone, wa_id as "waId", bsuid
    from contact_identities
    where company_id = ${tx.company.id} and contact_id = any(${sql.param(dues.map(({ contactId }) => contactId))}::uuid[])
      and scope = any(${sql.param([...new Set(channels.map(({ scope }) => scope))])}::text[])
    order by scope, contact_id, updated_at desc`)
  return new Map(rows.map((row) => [`${row.scope} ${row.contactId}`, row]))
}

/**
 * Messages of a campaign that we refused to send because their template was paused or their number gone. They are noted as
 * failed no more, since they are about to be taken back.
 */
export const findRefused = async (tx: CompanyCtx, campaignId: string): Promise<string[]> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    with refused as (
      select * from messages where company_id = ${tx.company.id} and campaign_id = ${campaignId} and status = 'failed'
        and (error_class, split_part(error_details, '_', 1)) in (('template', 'template'), ('auth', 'channel'))
        and wamid is null and sent_at is null
    ), noted as (
      insert into campaign_facts (company_id, campaign_id, message_id, variant, channel_id, hour, before, after, detail)
      select company_id, campaign_id, id, coalesce(campaign_variant, 0), channel_id, date_trunc('hour', occurred_at), 8, 0,
        concat_ws(':', error_class, error_code) from refused
    )
    select id from refused`)
  return rows.map(({ id }) => id)
}
