import { type ContactHistory, historyLimits } from '@recado/contracts/contacts/contact-history'
import type { CompanyCtx } from '#server/context.ts'
import { readAnyContact } from '#server/modules/contacts/contacts/index.ts'
import { readMessages } from '#server/modules/inbox/messages/index.ts'
import { findPastConversations, findPastFiles, findPastRatings } from '../queries/contact-history.ts'

const iso = (instant: string): string => new Date(instant).toISOString()

const filesOf = async (ctx: CompanyCtx, ids: readonly string[]): Promise<ContactHistory['files']> => {
  const found = await findPastFiles(ctx, ids, historyLimits.files)
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
  return pages
    .flat()
    .flatMap(({ id, conversationId, media, occurredAt }) =>
      media ? [{ messageId: id, conversationId, media, occurredAt }] : [],
    )
    .sort((a, b) => (a.occurredAt < b.occurredAt ? 1 : -1))
}

/** What there was with a contact, as far as the actor may see its conversations. Throws `not_found`. */
export const readContactHistory = async (ctx: CompanyCtx, contactId: string): Promise<ContactHistory> => {
  const contact = await readAnyContact(ctx, contactId)
  const conversations = await findPastConversations(ctx, contact.id, historyLimits.conversations)
  const ids = conversations.map(({ id }) => id)
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
    files: await filesOf(ctx, ids),
    ratings: ratings.map((row) => ({
      conversationId: row.conversation_id,
      score: row.score,
      comment: row.comment,
      answeredAt: iso(row.answered_at),
    })),
  }
}
