import { and, eq } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import type { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'

/** A message as it is stored. */
export type StoredMessage = typeof messages.$inferSelect
/** What a message carries besides its text, as it is stored. */
export type StoredMedia = typeof messageMedia.$inferSelect

/** A message of the company, whoever may see it; null when it is gone. */
export const findMessage = async (ctx: CompanyCtx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, ctx.company.id), eq(messages.id, id)))
  return row ?? null
}

/** The message that was sent with this key; whoever repeats a send finds what came of it. */
export const findMessageByClientKey = async (ctx: Ctx, companyId: string, clientKey: string) => {
  const rows = await ctx.db
    .select({ id: messages.id, conversationId: messages.conversationId })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.clientKey, clientKey)))
    .limit(1)
  return rows[0] ?? null
}

/** A message of this very conversation. */
export const findConversationMessage = async (
  ctx: Ctx,
  companyId: string,
  conversationId: string,
  id: string,
): Promise<StoredMessage | null> => {
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id), eq(messages.conversationId, conversationId)))
    .limit(1)
  return rows[0] ?? null
}

/** What a message carries besides its text. */
export const findMedia = async (ctx: Ctx, companyId: string, messageId: string): Promise<StoredMedia | null> => {
  const rows = await ctx.db
    .select()
    .from(messageMedia)
    .where(and(eq(messageMedia.companyId, companyId), eq(messageMedia.messageId, messageId)))
    .limit(1)
  return rows[0] ?? null
}

/** Adds a message with its file. False when the client key is used already. */
export const insertMessage = async (
  ctx: Ctx,
  row: typeof messages.$inferInsert,
  media: typeof messageMedia.$inferInsert | null,
): Promise<boolean> => {
  const rows = await ctx.db.insert(messages).values(row).onConflictDoNothing().returning({ id: messages.id })
  if (rows.length === 0) return false
  if (media) await ctx.db.insert(messageMedia).values(media)
  return true
}

/** A timeline entry about an action of a member; returns its id. */
export const insertEventLine = async (
  ctx: CompanyCtx,
  row: typeof conversations.$inferSelect,
  payload: Record<string, unknown>,
  clientKey: string | null = null,
): Promise<string> => {
  const id = newId()
  await ctx.db.insert(messages).values({
    companyId: row.companyId,
    id,
    conversationId: row.id,
    channelId: row.channelId,
    contactId: row.contactId,
    direction: 'event',
    type: 'event',
    payload,
    origin: ctx.actor.kind === 'user' ? 'agent' : ctx.actor.kind === 'key' ? 'api' : 'system',
    authorId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    clientKey,
    status: 'received',
    occurredAt: ctx.now(),
  })
  return id
}
