import type { Pool } from 'pg'
import type { SendKey } from '../settled.ts'

/** A message that this process may send now, with what Meta needs to know of it. */
export type Claimed = {
  companyId: string
  messageId: string
  channelId: string
  contactId: string
  conversationId: string
  campaignId: string | null
  recipient: string
  priority: number
  /** Tries, this one included. */
  attempts: number
  slowed: number
  /** Until when this very claim holds; tells it from any other claim of the row. */
  lease: string
  type: string
  body: string | null
  payload: Record<string, unknown>
  replyToWamid: string | null
}
export type Wanted = { channelId: string; count: number }
/** Who claims, what of, and for how long. */
export type Claimant = { owner: string; priority: number; leaseSeconds: number }

/**
 * Claims the first due rows of several channels. Rows are picked along the index of waiting rows and updated by their
 * place, so that neither a long backlog nor the table's size is read; messages are joined by primary key.
 */
export const claimSql = `
with claimed as (
  update outbound_sends o set state = 1, lease_owner = $4, lease_until = now() + make_interval(secs => $5),
    attempts = o.attempts + 1
  where o.ctid = any(array(
    select d.place from unnest($1::uuid[], $2::int[]) as want(channel_id, count)
    cross join lateral (
      select s.ctid as place from outbound_sends s
      where s.channel_id = want.channel_id and s.priority = $3 and s.state = 0 and s.not_before <= now()
      order by s.not_before, s.message_id limit want.count for update skip locked
    ) d
  )) and o.state = 0
  returning o.company_id, o.message_id, o.channel_id, o.recipient, o.priority, o.attempts, o.slowed, o.not_before,
    o.lease_until
)
select c.company_id as "companyId", c.message_id as "messageId", c.channel_id as "channelId", c.recipient, c.priority,
  c.attempts, c.slowed, c.lease_until::text as lease, m.contact_id as "contactId",
  m.conversation_id as "conversationId", m.campaign_id as "campaignId", m.type, m.body, m.payload, m.reply_to_wamid as "replyToWamid"
from claimed c join messages m on m.company_id = c.company_id and m.id = c.message_id
order by c.not_before, c.message_id`

export const claimSends = async (
  pool: Pool,
  wanted: readonly Wanted[],
  { owner, priority, leaseSeconds }: Claimant,
): Promise<Claimed[]> => {
  const values = [wanted.map((w) => w.channelId), wanted.map((w) => w.count), priority, owner, leaseSeconds]
  return (await pool.query<Claimed>({ name: 'sends_claim', text: claimSql, values })).rows
}

export type DueChannel = { channelId: string; interactive: boolean; bulk: boolean }

/** Channels with due rows, found by skipping from channel to channel along the index. */
export const dueChannelsSql = `
with recursive c as (
  (select channel_id from outbound_sends where state = 0 order by channel_id limit 1)
  union all
  select (select s.channel_id from outbound_sends s where s.state = 0 and s.channel_id > c.channel_id
          order by s.channel_id limit 1)
  from c where c.channel_id is not null
)
select c.channel_id as "channelId",
  coalesce((select s.not_before from outbound_sends s where s.channel_id = c.channel_id and s.priority = $1 and s.state = 0
    order by s.not_before, s.message_id limit 1) <= now(), false) as interactive,
  coalesce((select s.not_before from outbound_sends s where s.channel_id = c.channel_id and s.priority = $2 and s.state = 0
    order by s.not_before, s.message_id limit 1) <= now(), false) as bulk
from c where c.channel_id is not null`

export const findDueChannels = async (pool: Pool, interactive: number, bulk: number): Promise<DueChannel[]> => {
  const result = await pool.query<DueChannel>({
    name: 'sends_due_channels',
    text: dueChannelsSql,
    values: [interactive, bulk],
  })
  return result.rows.filter((row) => row.interactive || row.bulk)
}

/** In flight for a process that owned one of these channels before and does so no longer. */
export const findOrphans = async (pool: Pool, owner: string, channelIds: readonly string[]): Promise<SendKey[]> => {
  const result = await pool.query<SendKey>({
    name: 'sends_orphans',
    text: `select company_id as "companyId", message_id as "messageId" from outbound_sends
      where state = 1 and channel_id = any($1::uuid[]) and lease_owner <> $2`,
    values: [channelIds, owner],
  })
  return result.rows
}

/** In flight for longer than any call lasts. */
export const findExpired = async (pool: Pool): Promise<SendKey[]> => {
  const result = await pool.query<SendKey>({
    name: 'sends_expired',
    text: `select company_id as "companyId", message_id as "messageId" from outbound_sends
      where state = 1 and lease_until < now() order by lease_until limit 1000`,
  })
  return result.rows
}

/** Of unknown fate for longer than a webhook takes: from now on a person decides. Counts by channel. */
export const takeOverdueUnknown = async (pool: Pool) => {
  const result = await pool.query<{ companyId: string; channelId: string; count: number }>({
    name: 'sends_overdue_unknown',
    text: `with overdue as (
        update outbound_sends set not_before = 'infinity' where state = 2 and not_before <= now()
        returning company_id, channel_id)
      select company_id as "companyId", channel_id as "channelId", count(*)::int as count from overdue group by 1, 2`,
  })
  return result.rows
}
