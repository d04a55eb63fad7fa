import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Ctx, UserCtx } from '#server/context.ts'
import { operatorChannels } from '#server/db/schema/admin/operators.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

const mayOperate = or(eq(users.waOperator, true), eq(users.role, 'admin'))

/** People who can be given numbers. */
export const listOperatorRows = (ctx: UserCtx) =>
  ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(mayOperate, eq(users.status, 'active')))
    .orderBy(asc(users.name))
    .limit(500)

export const findChannelOf = async (ctx: Ctx, id: string) => {
  const rows = await ctx.db
    .select({ id: channels.id, companyId: channels.companyId, phone: channels.phone })
    .from(channels)
    .where(eq(channels.id, id))
  return rows[0] ?? null
}

/** Which of these people can be given numbers. */
export const findOperators = async (ctx: UserCtx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), mayOperate))
  return rows.map(({ id }) => id)
}

export const replaceOperators = async (ctx: UserCtx, channelId: string, userIds: readonly string[]) => {
  await ctx.db.delete(operatorChannels).where(eq(operatorChannels.channelId, channelId))
  if (userIds.length === 0) return
  await ctx.db
    .insert(operatorChannels)
    .values(userIds.map((userId) => ({ channelId, userId, assignedBy: ctx.actor.userId, createdAt: ctx.now() })))
}

/** Moves the operators of one channel to another, beside those it has; answers who they are. */
export const moveOperators = async (ctx: Ctx, fromId: string, toId: string): Promise<string[]> => {
  const moved = await ctx.db.delete(operatorChannels).where(eq(operatorChannels.channelId, fromId)).returning()
  if (moved.length === 0) return []
  await ctx.db
    .insert(operatorChannels)
    .values(moved.map((row) => ({ ...row, channelId: toId })))
    .onConflictDoNothing()
  return moved.map(({ userId }) => userId)
}
