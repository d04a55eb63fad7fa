import { type InboxMessage, type MarkWord, maxSnoozeDays } from '@recado/contracts/notifications/inbox'
import type { SubscriberCtx } from '#server/notifications/shared/context.ts'
import { badRequest, notFound } from '#server/notifications/shared/errors.ts'
import { payloadEntries, readPayloadFilter } from './payload-filter.ts'
import type { MessageRow } from './queries/columns.ts'
import { countInbox, findInboxPage, type InboxFilter } from './queries/inbox.ts'
import * as queries from './queries/messages.ts'
import { messageViews } from './view.ts'

const DAY_MS = 86_400_000

type FilterQuery = Pick<InboxFilter, 'seen' | 'read' | 'archived' | 'snoozed'> & {
  feedIdentifier?: string[] | undefined
  payload?: string | string[] | undefined
}

const filterOf = ({ feedIdentifier: feeds, payload: given, ...flags }: FilterQuery): InboxFilter => {
  const encoded = [given].flat().at(-1)
  return { ...flags, feeds, payload: encoded === undefined ? undefined : readPayloadFilter(encoded) }
}

/** A page of the inbox. */
export const listInbox = async (
  ctx: SubscriberCtx,
  { page, limit, ...query }: FilterQuery & { page: number; limit: number },
) => {
  const { rows, total } = await findInboxPage(ctx, filterOf(query), page * limit, limit)
  const hasMore = (page + 1) * limit < total
  return { data: await messageViews(ctx, rows), totalCount: total, hasMore, pageSize: limit, page }
}

/** How many messages match, counted up to `limit`. */
export const countMessages = async (
  ctx: SubscriberCtx,
  { limit, ...query }: FilterQuery & { limit: number },
): Promise<{ count: number }> => ({ count: await countInbox(ctx, filterOf(query), limit) })

const announce = (ctx: SubscriberCtx, counts: { unseen: boolean; unread: boolean }): void => {
  const subscriberId = ctx.subscriber.id
  ctx.afterCommit(() => ctx.deps.bus.publish('notifications.feed', { changes: [{ subscriberId, ...counts }] }))
}
const bothCounts = { unseen: true, unread: true }

const inOrder = (rows: MessageRow[], ids: readonly string[]): MessageRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Ids are written in small letters here, in any in requests. */
const known = (ids: readonly string[]) => ids.map((id) => id.toLowerCase())

/** Sets the given flags of the subscriber's messages, and answers those; unknown ids and those of others are left out. */
export const markMessages = async (
  ctx: SubscriberCtx,
  messageIds: readonly string[],
  marks: queries.Marks,
): Promise<InboxMessage[]> => {
  const ids = known(messageIds)
  const rows = await queries.markMessages(ctx, ids, marks)
  announce(ctx, { unseen: marks.seen !== undefined, unread: marks.read !== undefined })
  return messageViews(ctx, inOrder(rows, ids))
}

const wordMarks = {
  read: { from: 'unread or unseen', marks: { read: true, seen: true } },
  unread: { from: 'read', marks: { read: false, seen: true } },
  seen: { from: 'unseen', marks: { seen: true } },
  unseen: { from: 'seen', marks: { seen: false } },
} as const

export const markMessagesAs = (ctx: SubscriberCtx, messageIds: readonly string[], word: MarkWord) =>
  markMessages(ctx, messageIds, wordMarks[word].marks)

/** Marks every message to which the word is news, or those in some feeds or of some payload; answers how many. */
export const markAllMessages = async (
  ctx: SubscriberCtx,
  word: MarkWord,
  feeds?: readonly string[] | undefined,
  wanted?: Record<string, unknown> | null | undefined,
): Promise<number> => {
  const { from, marks } = wordMarks[word]
  const feedIds = feeds && (await queries.findFeedIds(ctx, feeds))
  const payload = wanted ? payloadEntries(wanted) : undefined
  const count = await queries.markMessagesWhere(ctx, { feedIds, payload }, from, marks)
  announce(ctx, bothCounts)
  return count
}

/** Archives the subscriber's messages among these, or takes them back; answers them. */
export const archiveMessages = async (
  ctx: SubscriberCtx,
  messageIds: readonly string[],
  archived: boolean,
): Promise<InboxMessage[]> => {
  const ids = known(messageIds)
  const rows = await queries.archiveMessages(ctx, ids, archived)
  announce(ctx, bothCounts)
  return messageViews(ctx, inOrder(rows, ids))
}

/** Puts the subscriber's messages among these off until a moment, or takes them back with null; answers them. */
export const snoozeMessages = async (
  ctx: SubscriberCtx,
  messageIds: readonly string[],
  until: Date | null,
): Promise<InboxMessage[]> => {
  const wait = until ? until.getTime() - ctx.now().getTime() : 1
  if (wait <= 0) throw badRequest(['snoozedUntil must be in the future'])
  if (wait > maxSnoozeDays * DAY_MS) throw badRequest(['snoozedUntil must be at most a year away'])
  const ids = known(messageIds)
  const rows = await queries.snoozeMessages(ctx, ids, until)
  announce(ctx, bothCounts)
  return messageViews(ctx, inOrder(rows, ids))
}

export const removeMessage = async (ctx: SubscriberCtx, messageId: string): Promise<InboxMessage> => {
  const [view] = await messageViews(ctx, await queries.removeMessages(ctx, known([messageId])))
  if (!view) throw badRequest(`Could not find a message with id ${messageId}`)
  announce(ctx, bothCounts)
  return view
}

/** Removes the subscriber's messages among these. */
export const removeMessages = async (ctx: SubscriberCtx, messageIds: readonly string[]): Promise<void> => {
  await queries.removeMessages(ctx, known(messageIds))
  announce(ctx, bothCounts)
}

/** Empties the inbox, or one feed of it. */
export const removeAllMessages = async (ctx: SubscriberCtx, feed?: string | undefined): Promise<void> => {
  const feedIds = feed === undefined ? undefined : await queries.findFeedIds(ctx, [feed])
  if (feed !== undefined && feedIds?.length === 0) {
    if (!/^[0-9a-f]{24}$/i.test(feed)) throw badRequest('FeedId must be a valid MongoDB ObjectId')
    throw notFound(`Feed with id ${feed} not found`)
  }
  await queries.removeAllMessages(ctx, feedIds)
  announce(ctx, bothCounts)
}

/** Notes what became of a button of a message; the message is neither seen nor read by that. */
export const actOnMessage = async (
  ctx: SubscriberCtx,
  { messageId, type }: { messageId: string; type: 'primary' | 'secondary' },
  { status, payload }: { status: 'pending' | 'done'; payload?: Record<string, unknown> | null | undefined },
): Promise<InboxMessage> => {
  const [id = ''] = known([messageId])
  const row = await queries.setActionStatus(ctx, id, status, payload ? { type, payload } : { type })
  const [view] = row ? await messageViews(ctx, [row]) : []
  if (!view) throw notFound(`Message with id ${messageId} not found`)
  // Counts are what makes the other tabs read the message again.
  announce(ctx, bothCounts)
  return view
}
