import { type SQL, sql } from 'drizzle-orm'
import { categoryColumn, priceColumns, priceJoin } from './message-price.ts'
import { contacts } from './schema/contacts/contacts.ts'
import { messages } from './schema/inbox/messages.ts'

// Messages of companies by buckets of 15 minutes: each clock of the world shows whole ones, and naming the hours or days of
// a few thousand of them costs much less than naming those of each message. Every figure of messages and of what they cost
// comes from here, so that all of them agree.

export type Span = { from: Date; to: Date }
export type BucketsOf = Span & { companyIds: readonly string[]; channelId?: string | undefined }

const bucket = sql`date_bin('15 minutes', ${messages.occurredAt}, 'epoch')`

/** Messages under a condition, counted one by one: `company_id`, `channel_id`, `bucket`, `in`, `out` and `failed`. */
export const countedMessages = (where: SQL): SQL => sql`
  select ${messages.companyId} as company_id, ${messages.channelId} as channel_id, ${bucket} as bucket,
    count(*) filter (where ${messages.direction} = 'in') as "in",
    count(*) filter (where ${messages.direction} = 'out') as "out",
    count(*) filter (where ${messages.direction} = 'out' and ${messages.status} = 'failed') as failed
  from ${messages}
  where ${where} and ${messages.direction} in ('in', 'out')
  group by 1, 2, 3`

/**
 * What WhatsApp charges for messages under a condition: `company_id`, `channel_id`, `bucket`, `category`, `messages`,
 * those of them whose price is `estimated`, `amount` (null where there is no rate) and `currency`. Messages alike in all
 * that decides the price are priced together.
 */
export const pricedMessages = (where: SQL): SQL => sql`
  select p.company_id, p.channel_id, p.bucket, p.category, sum(p.n) as messages,
    coalesce(sum(p.n) filter (where p.estimated), 0) as estimated, sum(p.n * p.amount::numeric) as amount,
    max(p.currency) as currency
  from (
    select m.company_id, m.channel_id, m.bucket, m.n, ${categoryColumn}, ${priceColumns}
    from (
      select 'out' as direction, 'sent' as status, ${messages.companyId} as company_id,
        ${messages.channelId} as channel_id, ${bucket} as bucket, ${messages.pricingType} as pricing_type,
        ${messages.pricingCategory} as pricing_category,
        jsonb_build_object('template', jsonb_build_object('category', ${messages.payload} -> 'template' -> 'category')) as payload,
        (${messages.occurredAt})::date as occurred_at, left(${contacts.phone}, 2) as phone, count(*) as n
      from ${messages}
      join ${contacts} on ${contacts.companyId} = ${messages.companyId} and ${contacts.id} = ${messages.contactId}
      where ${where} and ${messages.direction} = 'out' and ${messages.status} <> 'failed'
        and (${messages.pricingType} is not null or ${messages.type} = 'template')
      group by 3, 4, 5, 6, 7, 8, 9, 10) as m
    cross join lateral (select m.phone) as ct
    ${priceJoin}) as p
  where p.category is not null
  group by 1, 2, 3, 4`

/**
 * From the sums that the dashboard's job keeps, and one by one whatever they do not cover or a mark says has changed
 * since. Marks are committed with the change, so this says the same as reading every message (decision 16).
 */
const fromSums = (
  { companyIds, channelId, from, to }: BucketsOf,
  summed: SQL,
  counted: (where: SQL) => SQL,
): SQL => sql`(
  with bounds as (
    select c.id, ${from}::timestamptz as "from", ${to}::timestamptz as "to",
      coalesce(s.since, case when s.until is null then 'infinity' else '-infinity' end::timestamptz) as since,
      coalesce(s.until, 'infinity') as until
    from unnest(${sql.param([...companyIds])}::uuid[]) as c(id) left join message_sums s on s.company_id = c.id),
  marked as materialized (
    select distinct k.company_id, k.bucket from message_marks k join bounds b on b.id = k.company_id
    where k.bucket >= b.from and k.bucket < b.to and k.bucket >= b.since and k.bucket < b.until),
  uncovered as (
    select b.id, b.from, least(b.to, b.since) as "to" from bounds b where b.from < b.since
    union all select b.id, greatest(b.from, b.until), b.to from bounds b where b.until < b.to
    union all select company_id, bucket, bucket + interval '15 minutes' from marked)
  ${summed} q join bounds b on b.id = q.company_id
  where q.bucket >= b.from and q.bucket < b.to and q.bucket >= b.since and q.bucket < b.until
    and not exists (select 1 from marked k where k.company_id = q.company_id and k.bucket = q.bucket)
    and ${channelId ? sql`q.channel_id = ${channelId}` : sql`true`}
  union all
  select n.* from uncovered u cross join lateral (${counted(sql`${messages.companyId} = u.id
    and ${messages.occurredAt} >= u.from and ${messages.occurredAt} < u.to
    and ${channelId ? sql`${messages.channelId} = ${channelId}` : sql`true`}`)}) as n)`

/** All messages of some companies, or of one of their numbers, as `countedMessages` says them. */
export const messageBuckets = (of: BucketsOf): SQL =>
  fromSums(
    of,
    sql`select q.company_id, q.channel_id, q.bucket, q.incoming as "in", q.outgoing as "out", q.failed from message_stats_15m`,
    countedMessages,
  )

/** What all messages of some companies, or of one of their numbers, cost, as `pricedMessages` says it. */
export const spendBuckets = (of: BucketsOf): SQL =>
  fromSums(
    of,
    sql`select q.company_id, q.channel_id, q.bucket, q.category, q.messages, q.estimated, q.amount, q.currency
      from message_spend_15m`,
    pricedMessages,
  )
