import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { type messageMedia, messageReactions, messages } from '#server/db/schema/inbox/messages.ts'
import { updateFailure } from '#server/modules/inbox/commands/index.ts'
import type { OutboundConversation } from '#server/modules/inbox/conversations/index.ts'
import { insertMessage, type StoredMessage } from '#server/modules/inbox/messages/index.ts'

/** The newest message of the contact that WhatsApp knows. */
export const findLatestInbound = async (ctx: Ctx, companyId: string, conversationId: string) => {
  const rows = await ctx.db
    .select({ id: messages.id, wamid: messages.wamid, readAt: messages.readAt })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, companyId),
        eq(messages.conversationId, conversationId),
        eq(messages.direction, 'in'),
        isNotNull(messages.wamid),
      ),
    )
    .orderBy(desc(messages.occurredAt), desc(messages.id))
    .limit(1)
  const [row] = rows
  return row?.wamid ? { id: row.id, wamid: row.wamid, readAt: row.readAt } : null
}

/** Notes that the customer sees blue ticks from now on; a message that had them keeps its time. */
export const markInboundRead = async (ctx: Ctx, companyId: string, messageId: string) => {
  await ctx.db
    .update(messages)
    .set({ readAt: ctx.now() })
    .where(and(eq(messages.companyId, companyId), eq(messages.id, messageId), isNull(messages.readAt)))
}

/**
 * Brings the conversation up to date with an answer of ours: preview, waiting, reopening, assignment. An automatic one is
 * the last message and nothing more.
 */
const touchAnswered = async (
  ctx: Ctx,
  conversation: OutboundConversation,
  answer: { messageId: string; at: Date; preview: string; assigneeId: string | null; automatic: boolean },
) => {
  const byPerson = {
    waitingSince: null,
    firstResponseAt: sql`coalesce(${conversations.firstResponseAt}, case when ${conversations.lastInboundAt} is not null then ${answer.at.toISOString()}::timestamptz end)`,
    assigneeId: sql`coalesce(${conversations.assigneeId}, ${answer.assigneeId}::uuid)`,
    ...(conversation.status === 'resolved' ? { status: 'open' as const, resolvedAt: null, resolvedBy: null } : {}),
  }
  await ctx.db
    .update(conversations)
    .set({
      lastMessageId: answer.messageId,
      lastMessageAt: answer.at,
      lastDirection: 'out',
      lastPreview: answer.preview,
      lastStatus: 'queued',
      ...(answer.automatic ? {} : byPerson),
      version: sql`${conversations.version} + 1`,
      updatedAt: answer.at,
    })
    .where(and(eq(conversations.companyId, conversation.companyId), eq(conversations.id, conversation.id)))
}

export type NewOutboundMessage = {
  row: typeof messages.$inferInsert & { occurredAt: Date }
  media: typeof messageMedia.$inferInsert | null
  /** Its line for lists. */
  preview: string
  /** Said by the company by itself: the customer goes on waiting for a person, and the conversation stays as it is. */
  automatic: boolean
}

/**
 * Adds a message of ours and brings its conversation up to date, in the caller's transaction, which holds the
 * conversation's lock. False when its client key is used already; nothing changes then.
 */
export const addOutboundMessage = async (
  tx: Ctx,
  conversation: OutboundConversation,
  { row, media, preview, automatic }: NewOutboundMessage,
): Promise<boolean> => {
  if (!(await insertMessage(tx, row, media))) return false
  const assigneeId = row.authorId ?? null
  await touchAnswered(tx, conversation, { messageId: row.id, at: row.occurredAt, preview, assigneeId, automatic })
  return true
}

/** Marks a message as replaced by another one, so that it no longer counts as failed. */
export const markResent = async (
  tx: Ctx,
  { companyId, id, conversationId }: Pick<StoredMessage, 'companyId' | 'id' | 'conversationId'>,
  resentAs: string,
): Promise<void> => {
  await tx.db
    .update(messages)
    .set({ payload: sql`${messages.payload} || ${JSON.stringify({ resentAs })}::jsonb` })
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
  await updateFailure(tx, companyId, conversationId)
}

type ReactionKey = { companyId: string; channelId: string; targetWamid: string }

const businessReaction = (key: ReactionKey) =>
  and(
    eq(messageReactions.companyId, key.companyId),
    eq(messageReactions.channelId, key.channelId),
    eq(messageReactions.targetWamid, key.targetWamid),
    eq(messageReactions.actor, 'business'),
  )

/** Keeps the company's reaction; an empty text stands for its removal until WhatsApp knows of it. */
export const saveBusinessReaction = async (ctx: Ctx, key: ReactionKey, emoji: string, actorId: string | null) => {
  const values = { emoji, actorId, at: ctx.now() }
  await ctx.db
    .insert(messageReactions)
    .values({ ...key, actor: 'business', ...values })
    .onConflictDoUpdate({
      target: [
        messageReactions.companyId,
        messageReactions.channelId,
        messageReactions.targetWamid,
        messageReactions.actor,
      ],
      set: values,
    })
}

/** What the company reacted with to a message. */
export const findBusinessReaction = async (ctx: Ctx, key: ReactionKey) => {
  const rows = await ctx.db.select().from(messageReactions).where(businessReaction(key)).limit(1)
  return rows[0] ?? null
}

/** Takes a reaction of the company back, unless it is another emoji by now. */
export const removeBusinessReaction = async (ctx: Ctx, key: ReactionKey, emoji: string) => {
  await ctx.db.delete(messageReactions).where(and(businessReaction(key), eq(messageReactions.emoji, emoji)))
}
