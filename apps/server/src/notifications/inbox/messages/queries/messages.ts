import { and, asc, type Column, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Ctx } from '#server/context.ts'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { notificationFeeds } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx, SubscriberCtx } from '#server/notifications/shared/context.ts'
import type { PayloadEntry, Withheld } from '#server/notifications/shared/inbox-guard.ts'
import { queryPrepared } from '#server/notifications/shared/queries/prepared.ts'
import { objectsOf } from '../payload-filter.ts'
import { changedColumns, type MessageRow, messageColumns } from './columns.ts'

/** Messages of the subscriber by their ids, wherever they are; or the inbox, or feeds (internal ids) of it, or payloads. */
export type Selection = {
  ids?: readonly string[] | undefined
  feedIds?: readonly string[] | undefined
  payload?: readonly PayloadEntry[] | undefined
}

/** What becomes of the flags; an absent one stays. */
export type Marks = { seen?: boolean | undefined; read?: boolean | undefined }

const isAnyOf = (column: Column, values: readonly string[]) => sql`${column} = any(${sql.param(values)}::text[])`

/** Matches the payload as lists do (`conditionsOf`). */
const hasPayload = (entries: readonly PayloadEntry[]) => {
  const { payload } = notificationMessages
  const objects = sql.param(objectsOf(entries))
  return sql`${payload} @> all(${objects}::text[]::jsonb[])
    and not exists (select 1 from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) e
      where ${payload} #> array(select jsonb_array_elements_text(e.value->'path')) is distinct from e.value->'value')`
}

const isShown = (withheld: Withheld) =>
  sql`not ${notificationMessages.payload} @> any(${sql.param(objectsOf(withheld))}::text[]::jsonb[])`

/** The selected messages, held in the order of their ids, so that changes at the same time wait for one another. */
const inInbox = (ctx: SubscriberCtx, { ids, feedIds, payload }: Selection, condition?: SQL): SQL => {
  const held = ctx.db
    .select({ id: notificationMessages.id })
    .from(notificationMessages)
    .where(
      and(
        eq(notificationMessages.environmentId, ctx.environment.id),
        eq(notificationMessages.subscriberId, ctx.subscriber.id),
        eq(notificationMessages.channel, 'in_app'),
        isNull(notificationMessages.deletedAt),
        ids
          ? isAnyOf(notificationMessages.id, ids)
          : and(isNull(notificationMessages.archivedAt), isNull(notificationMessages.snoozedUntil)),
        feedIds && isAnyOf(notificationMessages.feedId, feedIds),
        payload?.length ? hasPayload(payload) : undefined,
        ctx.withheld?.length ? isShown(ctx.withheld) : undefined,
        condition,
      ),
    )
    .orderBy(asc(notificationMessages.id))
    .for('no key update')
  return sql`${notificationMessages.id} = any(array${held})`
}

const marked = (flag: boolean | undefined, column: Column, now: Date) => {
  if (flag === undefined) return undefined
  return flag ? sql`coalesce(${column}, ${now.toISOString()}::timestamptz)` : sql`null`
}

const changesOf = (ctx: Ctx, { seen, read }: Marks) => {
  const now = ctx.now()
  const seenAt = marked(seen, notificationMessages.seenAt, now)
  const readAt = marked(read, notificationMessages.readAt, now)
  return { updatedAt: now, ...(seenAt && { seenAt }), ...(readAt && { readAt }) }
}

/** Sets flags of the messages; answers all of them, changed or not. */
export const markMessages = (ctx: SubscriberCtx, ids: readonly string[], marks: Marks): Promise<MessageRow[]> =>
  ctx.db
    .update(notificationMessages)
    .set(changesOf(ctx, marks))
    .where(inInbox(ctx, { ids }))
    .returning(changedColumns(ids.length))

/** Which of the inbox are marked: those with the one flag, or with one flag or the other missing. */
export type MarkFrom = 'seen' | 'unseen' | 'read' | 'unread or unseen'

/** Sets flags of the messages that are `from`; answers how many. */
export const markMessagesWhere = async (
  ctx: SubscriberCtx,
  selection: Selection,
  from: MarkFrom,
  marks: Marks,
): Promise<number> => {
  const { seenAt, readAt } = notificationMessages
  const condition = {
    seen: isNotNull(seenAt),
    unseen: isNull(seenAt),
    read: isNotNull(readAt),
    'unread or unseen': or(isNull(readAt), isNull(seenAt)),
  }[from]
  const { rowCount } = await ctx.db
    .update(notificationMessages)
    .set(changesOf(ctx, marks))
    .where(inInbox(ctx, selection, condition))
  return rowCount ?? 0
}

/** Archives messages, which are seen and read then, or takes them back; answers all of them, changed or not. */
export const archiveMessages = (
  ctx: SubscriberCtx,
  ids: readonly string[],
  archived: boolean,
): Promise<MessageRow[]> => {
  const { archivedAt } = notificationMessages
  const changes = archived
    ? {
        ...changesOf(ctx, { seen: true, read: true }),
        archivedAt: marked(true, archivedAt, ctx.now()),
        snoozedUntil: null,
      }
    : { updatedAt: ctx.now(), archivedAt: null }
  return ctx.db
    .update(notificationMessages)
    .set(changes)
    .where(inInbox(ctx, { ids }))
    .returning(changedColumns(ids.length))
}

/** How long a message is kept at least after it has come back. */
const KEPT_AFTER_MS = 30 * 86_400_000

/** Puts messages off until a moment, or takes them back with null; answers all of them, changed or not. */
export const snoozeMessages = (
  ctx: SubscriberCtx,
  ids: readonly string[],
  until: Date | null,
): Promise<MessageRow[]> => {
  const { expireAt } = notificationMessages
  const kept = until && new Date(until.getTime() + KEPT_AFTER_MS).toISOString()
  const changes = until
    ? { snoozedUntil: until, archivedAt: null, expireAt: sql`greatest(${expireAt}, ${kept}::timestamptz)` }
    : { snoozedUntil: null }
  return ctx.db
    .update(notificationMessages)
    .set({ ...changes, updatedAt: ctx.now() })
    .where(inInbox(ctx, { ids }))
    .returning(changedColumns(ids.length))
}

/** Messages whose time has come are in the inbox again as if they were new; answers them, at most `limit`. */
export const wakeSql = `update notification_messages set snoozed_until = null, seen_at = null, read_at = null,
    created_at = $1, updated_at = $1
  where id = any(array(select id from notification_messages where snoozed_until <= $1 and deleted_at is null
    order by snoozed_until, id limit $2 for no key update skip locked))
  returning id, subscriber_id as "subscriberId"`

export const wakeMessages = async (
  pool: Pool,
  now: Date,
  limit: number,
): Promise<{ id: string; subscriberId: string }[]> => {
  const result = await pool.query<{ id: string; subscriberId: string }>({
    name: 'inbox_wake',
    text: wakeSql,
    values: [now, limit],
  })
  return result.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Takes messages out of the inbox; answers them. */
export const removeMessages = (ctx: SubscriberCtx, ids: readonly string[]): Promise<MessageRow[]> => {
  const now = ctx.now()
  return ctx.db
    .update(notificationMessages)
    .set({ deletedAt: now, updatedAt: now })
    .where(inInbox(ctx, { ids }))
    .returning(changedColumns(ids.length))
}

/** Empties the inbox, or feeds of it. */
export const removeAllMessages = async (ctx: SubscriberCtx, feedIds?: readonly string[]): Promise<void> => {
  const now = ctx.now()
  await ctx.db.update(notificationMessages).set({ deletedAt: now, updatedAt: now }).where(inInbox(ctx, { feedIds }))
}

export type ActionResult = { type: string; payload?: Record<string, unknown> }

/** Notes what became of a message's buttons, and leaves the rest of its call to action. */
export const setActionStatus = async (
  ctx: SubscriberCtx,
  id: string,
  status: 'pending' | 'done',
  result: ActionResult,
): Promise<MessageRow | null> => {
  const part = (path: string) =>
    sql.raw(`case jsonb_typeof(cta #> '{${path}}') when 'object' then cta #> '{${path}}' else '{}' end`)
  const cta = sql`cta || jsonb_build_object('action', ${part('action')} || jsonb_build_object(
    'status', ${status}::text, 'result', ${part('action,result')} || ${JSON.stringify(result)}::jsonb))`
  const [row] = await ctx.db
    .update(notificationMessages)
    .set({ cta, updatedAt: ctx.now() })
    .where(inInbox(ctx, { ids: [id] }))
    .returning()
  return row ?? null
}

const byIds = {
  name: 'messages_by_ids',
  text: `select ${messageColumns('m.id')} from notification_messages m
    where m.id = any($1::text[]) and m.deleted_at is null order by m.id`,
}

/** Messages by id, of any environment: the ids come from the engine. */
export const findMessagesByIds = async (
  ctx: Pick<Ctx, 'db' | 'deps' | 'inTransaction'>,
  ids: readonly string[],
): Promise<MessageRow[]> => (ids.length === 0 ? [] : queryPrepared<MessageRow>(ctx, byIds, [ids]))

/** Internal ids of the feeds that have one of these names as their identifier or as their id. */
export const findFeedIds = async (ctx: EnvironmentCtx, names: readonly string[]): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: notificationFeeds.id })
    .from(notificationFeeds)
    .where(
      and(
        eq(notificationFeeds.environmentId, ctx.environment.id),
        or(isAnyOf(notificationFeeds.identifier, names), isAnyOf(notificationFeeds.id, names)),
      ),
    )
  return rows.map((row) => row.id)
}
