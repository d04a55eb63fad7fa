import type { listMessages, Message } from '@recado/contracts/inbox/messages'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { messageOf } from '../message-view.ts'
import { findMessagePage, findMessagesById, findReactions, type MessageRow } from '../queries/messages.ts'

const toMessages = async (ctx: CompanyCtx, rows: readonly MessageRow[]): Promise<Message[]> => {
  const channelId = rows[0]?.channel_id
  if (channelId === undefined) return []
  const wamids = rows.flatMap((row) => (row.wamid === null ? [] : [row.wamid]))
  const reactions = Map.groupBy(await findReactions(ctx, channelId, wamids), (reaction) => reaction.target_wamid)
  const full = seesPersonalData(ctx)
  return rows.map((row) => messageOf(ctx.deps, row, reactions.get(row.wamid ?? '') ?? [], full))
}

const place = (row: MessageRow | undefined) => (row ? encodeCursor({ at: row.occurred_at, id: row.id }) : null)

/** The page in whose middle a message stands. Throws `not_found` for one that is not in the conversation. */
const listAround = async (ctx: CompanyCtx, conversationId: string, messageId: string, limit: number) => {
  const [middle] = await findMessagesById(ctx, conversationId, [messageId])
  if (!middle) throw new AppError('not_found')
  const from = { at: middle.occurred_at, id: middle.id, rank: 0 }
  const half = Math.ceil(limit / 2)
  const older = await findMessagePage(ctx, conversationId, { before: from, after: null, limit: half + 1 })
  const newer = await findMessagePage(ctx, conversationId, { before: null, after: from, limit: half + 1 })
  const page = [...older.slice(-half), middle, ...newer.slice(0, half)]
  return {
    data: await toMessages(ctx, page),
    page: {
      before: place(page[0]),
      after: place(page.at(-1)),
      has_before: older.length > half,
      has_after: newer.length > half,
    },
  }
}

/** A page of the timeline, oldest first. Throws `not_found`. */
export const listTimeline = async (
  ctx: CompanyCtx,
  conversationId: string,
  query: z.output<typeof listMessages.query>,
) => {
  await assertVisible(ctx, conversationId)
  if (query.around) return listAround(ctx, conversationId, query.around, query.limit)
  const before = decodeCursor(rankedPlace, query.before)
  const after = decodeCursor(rankedPlace, query.after)
  const rows = await findMessagePage(ctx, conversationId, { before, after, limit: query.limit + 1 })
  const more = rows.length > query.limit
  const forward = after !== null && before === null
  const page = forward ? rows.slice(0, query.limit) : rows.slice(-query.limit)
  return {
    data: await toMessages(ctx, page),
    page: {
      before: place(page[0]),
      after: place(page.at(-1)),
      has_before: forward ? true : more,
      has_after: forward ? more : before !== null,
    },
  }
}

/** Named messages of a conversation. Throws `not_found` for the conversation; unknown ids are left out. */
export const readMessages = async (
  ctx: CompanyCtx,
  conversationId: string,
  ids: readonly string[],
): Promise<Message[]> => {
  await assertVisible(ctx, conversationId)
  return toMessages(ctx, await findMessagesById(ctx, conversationId, ids))
}

/** One message as the API shows it, for the modules that made or changed it. Throws `not_found`. */
export const loadMessage = async (ctx: CompanyCtx, conversationId: string, messageId: string): Promise<Message> => {
  const [message] = await toMessages(ctx, await findMessagesById(ctx, conversationId, [messageId]))
  if (!message) throw new AppError('not_found')
  return message
}
