import { and, asc, type Column, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../../context.ts'
import { notificationFeeds, notificationMessages } from '../../../../db/schema/notifications.ts'
import type { EnvironmentCtx, SubscriberCtx } from '../../context.ts'
import { queryPrepared } from '../../queries/prepared.ts'
import { changedColumns, type MessageRow, messageColumns } from './columns.ts'

/** The inbox of the subscriber, or some messages or feeds (internal ids) of it. */
export type Selection = { ids?: readonly string[] | undefined; feedIds?: readonly string[] | undefined }

/** What becomes of the flags; an absent one stays. */
export type Marks = { seen?: boolean | undefined; read?: boolean | undefined }

const isAnyOf = (column: Column, values: readonly string[]) => sql`${column} = any(${sql.param(values)}::text[])`

/** The selected messages, held in the order of their ids, so that changes at the same time wait for one another. */
const inInbox = (ctx: SubscriberCtx, { ids, feedIds }: Selection, condition?: SQL): SQL => {
  const held = ctx.db
    .select({ id: notificationMessages.id })
    .from(notificationMessages)
    .where(
      and(
        eq(notificationMessages.environmentId, ctx.environment.id),
        eq(notificationMessages.subscriberId, ctx.subscriber.id),
        eq(notificationMessages.channel, 'in_app'),
        isNull(notificationMessages.deletedAt),
        ids && isAnyOf(notificationMessages.id, ids),
        feedIds && isAnyOf(notificationMessages.feedId, feedIds),
        condition,
      ),
    )
    .orderBy(asc(notificationMessages.id))
    .for('no key update')
  return sql`${notificationMessages.id} = any(array${held})`
}

const marked = (
  flag: boolean | undefined,
  column: typeof notificationMessages.seenAt | typeof notificationMessages.readAt,
  now: Date,
) => {
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

/** Sets flags of the messages whose flag `from` is not yet so; answers how many. */
export const markMessagesWhere = async (
  ctx: SubscriberCtx,
  selection: Selection,
  from: 'seen' | 'unseen' | 'read' | 'unread',
  marks: Marks,
): Promise<number> => {
  const condition = {
    seen: isNotNull(notificationMessages.seenAt),
    unseen: isNull(notificationMessages.seenAt),
    read: isNotNull(notificationMessages.readAt),
    unread: isNull(notificationMessages.readAt),
  }[from]
  const { rowCount } = await ctx.db
    .update(notificationMessages)
    .set(changesOf(ctx, marks))
    .where(inInbox(ctx, selection, condition))
  return rowCount ?? 0
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
export const noteAction = async (
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
