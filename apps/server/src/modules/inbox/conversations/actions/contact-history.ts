import {
  type ContactFile,
  type ContactHistory,
  historyLimits,
  type listContactFiles,
} from '@recado/contracts/contacts/contact-history'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { readAnyContact } from '#server/modules/contacts/contacts/index.ts'
import { readMessages } from '#server/modules/inbox/messages/index.ts'
import { findPastConversations, findPastFiles, findPastRatings, type PastFile } from '../queries/contact-history.ts'

const iso = (instant: string): string => new Date(instant).toISOString()

const filesOf = async (ctx: CompanyCtx, found: readonly PastFile[]): Promise<ContactFile[]> => {
  const byConversation = Map.groupBy(found, ({ conversation_id }) => conversation_id)
  const pages = await Promise.all(
    [...byConversation].map(([id, files]) =>
      readMessages(
        ctx,
        id,
        files.map(({ message_id }) => message_id),
      ),
    ),
  )
  const byId = new Map(pages.flat().map((message) => [message.id, message]))
  return found.flatMap(({ message_id }) => {
    const { id, conversationId, media, occurredAt } = byId.get(message_id) ?? {}
    return id && conversationId && media && occurredAt ? [{ messageId: id, conversationId, media, occurredAt }] : []
  })
}

/** A page of the files of a contact, as far as the actor may see its conversations. Throws `not_found`. */
export const readContactFiles = async (
  ctx: CompanyCtx,
  contactId: string,
  { cursor, limit, kind }: z.output<typeof listContactFiles.query>,
): Promise<z.input<typeof listContactFiles.response>> => {
  const { id } = await readAnyContact(ctx, contactId)
  const found = await findPastFiles(ctx, id, { kind, place: decodeCursor(rankedPlace, cursor), limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = found.length > limit
  return {
    data: await filesOf(ctx, shown),
    page: {
      next: hasMore && last ? encodeCursor({ at: last.occurred_at, id: last.message_id }) : null,
      has_more: hasMore,
    },
  }
}

/** What there was with a contact, as far as the actor may see its conversations. Throws `not_found`. */
export const readContactHistory = async (ctx: CompanyCtx, contactId: string): Promise<ContactHistory> => {
  const contact = await readAnyContact(ctx, contactId)
  const conversations = await findPastConversations(ctx, contact.id, historyLimits.conversations)
  const ids = conversations.map(({ id }) => id)
  const files = await findPastFiles(ctx, contact.id, { place: null, limit: historyLimits.files })
  const ratings = await findPastRatings(ctx, ids, historyLimits.ratings)
  return {
    conversations: conversations.map((row) => ({
      id: row.id,
      status: row.status,
      channelName: row.channel_name,
      lastMessageAt: iso(row.last_message_at),
      lastPreview: row.last_preview,
      lastType: row.last_type,
    })),
    files: await filesOf(ctx, files),
    ratings: ratings.map((row) => ({
      conversationId: row.conversation_id,
      score: row.score,
      comment: row.comment,
      answeredAt: iso(row.answered_at),
    })),
  }
}
