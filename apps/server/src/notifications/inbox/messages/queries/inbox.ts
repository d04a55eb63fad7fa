import type { Ctx } from '#server/context.ts'
import type { SubscriberCtx } from '#server/notifications/shared/context.ts'
import type { PayloadEntry } from '#server/notifications/shared/inbox-guard.ts'
import { queryPrepared } from '#server/notifications/shared/queries/prepared.ts'
import { objectsOf } from '../payload-filter.ts'
import { type MessageRow, messageColumns } from './columns.ts'

export type InboxFilter = {
  seen?: boolean | undefined
  read?: boolean | undefined
  /** What was archived, or put off, instead of what is in the inbox. */
  archived?: boolean | undefined
  snoozed?: boolean | undefined
  /** Identifiers of feeds. */
  feeds?: string[] | undefined
  payload?: PayloadEntry[] | undefined
}

/** Whose inbox, and what is not to be seen of it. */
type Inbox = Pick<SubscriberCtx, 'withheld'> & { subscriber: { id: string }; environment: { id: string } }

/** The statements below, with the values they take. A name stands for one text. */
type Built = { name: string; text: string; values: unknown[] }

const flagOf = (flag: boolean | undefined) => (flag === undefined ? '' : flag ? '1' : '0')

/**
 * Conditions on `m`. The subscriber stands for the environment, so that the indexes answer alone. The payload's keys are
 * values like any other: what contains the asked objects is compared with them once more, exactly.
 */
const conditionsOf = (ctx: Inbox, filter: InboxFilter) => {
  const values: unknown[] = [ctx.subscriber.id]
  const add = (value: unknown) => `$${values.push(value)}`
  const { archived = false, snoozed = false } = filter
  const conditions = [
    `m.subscriber_id = $1 and m.channel = 'in_app' and m.deleted_at is null and m.archived_at is ${archived ? 'not ' : ''}null
      and m.snoozed_until is ${snoozed ? 'not ' : ''}null`,
  ]
  if (filter.seen !== undefined) conditions.push(`m.seen_at is ${filter.seen ? 'not ' : ''}null`)
  if (filter.read !== undefined) conditions.push(`m.read_at is ${filter.read ? 'not ' : ''}null`)
  if (filter.feeds)
    conditions.push(`m.feed_id = any(array(select f.id from notification_feeds f
      where f.environment_id = ${add(ctx.environment.id)} and f.identifier = any(${add(filter.feeds)}::text[])))`)
  if (filter.payload?.length) {
    conditions.push(`m.payload @> all(${add(objectsOf(filter.payload))}::text[]::jsonb[])
      and not exists (select 1 from jsonb_array_elements(${add(JSON.stringify(filter.payload))}::jsonb) e
        where m.payload #> array(select jsonb_array_elements_text(e.value->'path')) is distinct from e.value->'value')`)
  }
  if (ctx.withheld?.length) conditions.push(`not m.payload @> any(${add(objectsOf(ctx.withheld))}::text[]::jsonb[])`)
  const parts = [
    filter.feeds && 'f',
    filter.payload?.length && 'p',
    archived && 'a',
    snoozed && 's',
    ctx.withheld?.length && 'w',
  ]
  const suffix = `${flagOf(filter.seen)}_${flagOf(filter.read)}_${parts.map((part) => part || '').join('')}`
  return { text: conditions.join(' and '), values, add, suffix }
}

const newestFirst = 'm.created_at desc, m.id desc'

/** A payload can only be looked at in the rows, so all that match are then found in one go. */
const pageSources = (condition: string, limits: string, inRows: boolean) => {
  const order = `order by ${newestFirst}`
  const found = `select m.id, m.created_at from notification_messages m where ${condition}`
  return inRows
    ? `with found as materialized (${found}), page as materialized (select m.id from found m ${order} ${limits}),
      total as (select count(*)::int as total from found)`
    : `with page as materialized (${found} ${order} ${limits}),
      total as (select count(*)::int as total from notification_messages m where ${condition})`
}

export const pageStatement = (ctx: Inbox, filter: InboxFilter, offset: number, limit: number): Built => {
  const { text, values, add, suffix } = conditionsOf(ctx, filter)
  const sources = pageSources(text, `limit ${add(limit)} offset ${add(offset)}`, Boolean(filter.payload?.length))
  return {
    name: `inbox_page_${suffix}`,
    text: `${sources}
    select t.total, ${messageColumns(newestFirst)} from total t
    left join (page p join notification_messages m on m.id = p.id and m.environment_id = ${add(ctx.environment.id)}) on true
    order by ${newestFirst}`,
    values,
  }
}

export const countStatement = (ctx: Inbox, filter: InboxFilter, limit: number): Built => {
  const { text, values, add, suffix } = conditionsOf(ctx, filter)
  return {
    name: `inbox_count_${suffix}`,
    text: `select count(*)::int as count
      from (select 1 from notification_messages m where ${text} limit ${add(limit)}) counted`,
    values,
  }
}

/** Messages of the inbox, newest first, and how many there are in all. */
export const findInboxPage = async (
  ctx: SubscriberCtx,
  filter: InboxFilter,
  offset: number,
  limit: number,
): Promise<{ rows: MessageRow[]; total: number }> => {
  const { values, ...statement } = pageStatement(ctx, filter, offset, limit)
  const rows = await queryPrepared<MessageRow & { total: number }>(ctx, statement, values)
  return {
    rows: rows.filter((row) => row.id !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  }
}

/** How many messages of the inbox match, at most `limit`. */
export const countInbox = async (
  ctx: Inbox & Pick<Ctx, 'db' | 'deps' | 'inTransaction'>,
  filter: InboxFilter,
  limit: number,
): Promise<number> => {
  const { values, ...statement } = countStatement(ctx, filter, limit)
  const [row] = await queryPrepared<{ count: number }>(ctx, statement, values)
  return row?.count ?? 0
}

const capped = (flag: 'seen_at' | 'read_at') => `(select count(*)::int from (
    select 1 from notification_messages m where m.subscriber_id = s.id and m.channel = 'in_app' and m.deleted_at is null
      and m.archived_at is null and m.snoozed_until is null and m.${flag} is null limit $2) x)`

export const countsSql = `select s.id, ${capped('seen_at')} as unseen, ${capped('read_at')} as unread
  from unnest($1::text[]) as s(id)`

export type InboxCounts = { unseen: number; unread: number }

/** Unseen and unread messages of many subscribers (internal ids), of any environment, each counted up to `limit`. */
export const countsOf = async (
  ctx: Pick<Ctx, 'db' | 'deps' | 'inTransaction'>,
  subscriberIds: readonly string[],
  limit = 101,
): Promise<Map<string, InboxCounts>> => {
  if (subscriberIds.length === 0) return new Map()
  const statement = { name: 'inbox_counts', text: countsSql }
  const rows = await queryPrepared<InboxCounts & { id: string }>(ctx, statement, [subscriberIds, limit])
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
