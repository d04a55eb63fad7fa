import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'

export type MediaToFetch = {
  media: typeof messageMedia.$inferSelect
  channelId: string
  conversationId: string
}

export const findMediaOf = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  messageId: string,
): Promise<MediaToFetch | null> => {
  const rows = await ctx.db
    .select({ media: messageMedia, channelId: messages.channelId, conversationId: messages.conversationId })
    .from(messageMedia)
    .innerJoin(messages, and(eq(messages.companyId, messageMedia.companyId), eq(messages.id, messageMedia.messageId)))
    .where(and(eq(messageMedia.companyId, companyId), eq(messageMedia.messageId, messageId)))
    .limit(1)
  return rows[0] ?? null
}

type Change = Partial<Pick<typeof messageMedia.$inferInsert, 'state' | 'error' | 'fileId' | 'mime'>>

/** Changes media that is not stored yet; false when it was. */
export const updateUnstoredMedia = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  messageId: string,
  change: Change,
): Promise<boolean> => {
  const rows = await ctx.db
    .update(messageMedia)
    .set(change)
    .where(
      and(
        eq(messageMedia.companyId, companyId),
        eq(messageMedia.messageId, messageId),
        ne(messageMedia.state, 'stored'),
      ),
    )
    .returning({ id: messageMedia.messageId })
  return rows.length > 0
}
