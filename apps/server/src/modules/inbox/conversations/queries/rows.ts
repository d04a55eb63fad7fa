import { and, eq, ne, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { contactIdentities } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'

/** Notes which SLA policy holds for a conversation, and when the next target of it is due. */
export const saveSla = async (
  tx: CompanyCtx,
  id: string,
  { slaDueAt, slaPolicyId }: { slaDueAt: Date | null; slaPolicyId: string | null },
): Promise<void> => {
  await tx.db
    .update(conversations)
    .set({ slaDueAt, slaPolicyId, version: sql`${conversations.version} + 1`, updatedAt: tx.now() })
    .where(and(eq(conversations.companyId, tx.company.id), eq(conversations.id, id)))
}

/** A conversation of the company, whoever may see it; null when it is gone. */
export const findConversation = async (ctx: CompanyCtx, id: string) => {
  const [row] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id)))
  return row ?? null
}

/** A conversation as it is stored. */
export type ConversationRow = typeof conversations.$inferSelect

/** The conversation, locked against other changes, or null when the actor may not see it. */
export const lockVisible = async (ctx: CompanyCtx, id: string): Promise<ConversationRow | null> => {
  const isThis = and(
    eq(conversations.companyId, ctx.company.id),
    eq(conversations.id, id),
    isVisible(ctx, conversations),
  )
  const rows = await ctx.db.select().from(conversations).where(isThis).for('no key update')
  return rows[0] ?? null
}

/** A conversation with the address to which messages go. */
export type OutboundConversation = ConversationRow & {
  /** Digits as Meta gave them, else the canonical ones; null for people known only by a business-scoped id. */
  to: string | null
  bsuid: string | null
}

const selectOutbound = (ctx: CompanyCtx, id: string) =>
  ctx.db
    .select({ conversation: conversations, identity: contactIdentities })
    .from(conversations)
    .innerJoin(
      contactIdentities,
      and(eq(contactIdentities.companyId, conversations.companyId), eq(contactIdentities.id, conversations.identityId)),
    )
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id), isVisible(ctx, conversations)))

const outboundOf = ([row]: Awaited<ReturnType<typeof selectOutbound>>): OutboundConversation | null =>
  row ? { ...row.conversation, to: row.identity.waId ?? row.identity.phone, bsuid: row.identity.bsuid } : null

/** The conversation with the address of its contact; null when the actor may not see it. */
export const findOutbound = async (ctx: CompanyCtx, id: string): Promise<OutboundConversation | null> =>
  outboundOf(await selectOutbound(ctx, id))

/** The same, locked against other sends. */
export const lockConversation = async (ctx: CompanyCtx, id: string): Promise<OutboundConversation | null> =>
  outboundOf(await selectOutbound(ctx, id).for('update', { of: conversations }))

/** Another conversation with the same person on the same number that is not resolved. */
export const findOtherOpenConversation = async (
  ctx: Pick<Ctx, 'db'>,
  conversation: Pick<OutboundConversation, 'id' | 'companyId' | 'channelId' | 'identityId'>,
) => {
  const rows = await ctx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.companyId, conversation.companyId),
        eq(conversations.channelId, conversation.channelId),
        eq(conversations.identityId, conversation.identityId),
        ne(conversations.status, 'resolved'),
        ne(conversations.id, conversation.id),
      ),
    )
    .limit(1)
  return rows[0]?.id ?? null
}

type Change = Partial<
  Pick<
    ConversationRow,
    | 'assigneeId'
    | 'teamId'
    | 'status'
    | 'priority'
    | 'labelIds'
    | 'snoozedUntil'
    | 'resolvedAt'
    | 'resolvedBy'
    | 'unreadCount'
    | 'waitingSince'
  >
>

/** Changes a conversation that the caller has locked. */
export const updateConversation = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(conversations)
    .set({ ...change, version: sql`${conversations.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id)))
}
