import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx } from '#server/context.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations, messages } from '#server/db/schema/inbox/conversations.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { isVisible } from '#server/modules/inbox/visibility/queries/visibility.ts'

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

export const updateConversation = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(conversations)
    .set({ ...change, version: sql`${conversations.version} + 1`, updatedAt: ctx.now() })
    .where(and(eq(conversations.companyId, ctx.company.id), eq(conversations.id, id)))
}

/** A line of the timeline about what somebody did; answers its id. */
export const insertEventLine = async (
  ctx: CompanyCtx,
  row: ConversationRow,
  payload: Record<string, unknown>,
  clientKey: string | null = null,
): Promise<string> => {
  const id = uuidv7()
  await ctx.db.insert(messages).values({
    companyId: row.companyId,
    id,
    conversationId: row.id,
    channelId: row.channelId,
    contactId: row.contactId,
    direction: 'event',
    type: 'event',
    payload,
    origin: ctx.actor.kind === 'user' ? 'agent' : 'system',
    authorId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
    clientKey,
    status: 'received',
    occurredAt: ctx.now(),
  })
  return id
}

/** An active member of the company, or null. */
export const findMember = async (ctx: CompanyCtx, userId: string): Promise<{ id: string; name: string } | null> => {
  const rows = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(companyMembers.companyId, ctx.company.id),
        ne(companyMembers.status, 'invited'),
        ne(users.status, 'deleted'),
        eq(users.id, userId),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

export const findTeam = async (ctx: CompanyCtx, id: string) => {
  const rows = await ctx.db
    .select({ id: teams.id, name: teams.name, defaultLabelIds: teams.defaultLabelIds })
    .from(teams)
    .where(and(eq(teams.companyId, ctx.company.id), eq(teams.id, id)))
    .limit(1)
  return rows[0] ?? null
}

/** A connected channel of the company, or null. */
export const findConnectedChannel = async (ctx: CompanyCtx, id: string) => {
  const rows = await ctx.db
    .select({ id: channels.id, phone: channels.phone, phoneNumberId: channels.phoneNumberId, status: channels.status })
    .from(channels)
    .where(and(eq(channels.companyId, ctx.company.id), eq(channels.id, id), isNull(channels.disconnectedAt)))
    .limit(1)
  return rows[0] ?? null
}
