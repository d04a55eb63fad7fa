import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { notificationGroups, notificationWorkflows } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type GroupRow = typeof notificationGroups.$inferSelect

const own = (ctx: EnvironmentCtx) => eq(notificationGroups.environmentId, ctx.environment.id)
const one = (ctx: EnvironmentCtx, id: string) => and(own(ctx), eq(notificationGroups.id, id))

/** Groups of the environment, oldest first. */
export const listGroups = (ctx: EnvironmentCtx): Promise<GroupRow[]> =>
  ctx.db.select().from(notificationGroups).where(own(ctx)).orderBy(notificationGroups.id)

export const findGroup = async (ctx: EnvironmentCtx, id: string): Promise<GroupRow | null> => {
  const [row] = await ctx.db.select().from(notificationGroups).where(one(ctx, id))
  return row ?? null
}

/** What a group of another environment became here: by its origin, or else a group of its own of the same name. */
export const findGroupCounterpart = async (
  ctx: EnvironmentCtx,
  origin: { id: string; name: string | undefined },
): Promise<GroupRow | null> => {
  const { id, name } = origin
  const sameName =
    name === undefined ? undefined : and(isNull(notificationGroups.parentId), eq(notificationGroups.name, name))
  const [row] = await ctx.db
    .select()
    .from(notificationGroups)
    .where(and(own(ctx), or(eq(notificationGroups.parentId, id), sameName)))
    .orderBy(sql`${notificationGroups.parentId} is null`, notificationGroups.id)
    .limit(1)
    .for('update')
  return row ?? null
}

export const insertGroup = async (
  ctx: EnvironmentCtx,
  values: Pick<GroupRow, 'id' | 'name'> & { parentId?: string },
): Promise<GroupRow> => {
  const [row] = await ctx.db
    .insert(notificationGroups)
    .values({ ...values, environmentId: ctx.environment.id, createdAt: ctx.now(), updatedAt: ctx.now() })
    .returning()
  if (!row) throw new Error('The group was not saved')
  return row
}

export const updateGroupRow = async (
  ctx: EnvironmentCtx,
  id: string,
  values: { name?: string; parentId?: string },
): Promise<GroupRow | null> => {
  const [row] = await ctx.db
    .update(notificationGroups)
    .set({ ...values, updatedAt: ctx.now() })
    .where(one(ctx, id))
    .returning()
  return row ?? null
}

export const lockGroup = async (ctx: EnvironmentCtx, id: string): Promise<GroupRow | null> => {
  const [row] = await ctx.db.select().from(notificationGroups).where(one(ctx, id)).for('update')
  return row ?? null
}

export const isGroupUsed = async (ctx: EnvironmentCtx, id: string): Promise<boolean> => {
  const [row] = await ctx.db
    .select({ used: sql<boolean>`true` })
    .from(notificationWorkflows)
    .where(
      and(
        eq(notificationWorkflows.environmentId, ctx.environment.id),
        eq(notificationWorkflows.groupId, id),
        isNull(notificationWorkflows.deletedAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

export const deleteGroupRow = async (ctx: EnvironmentCtx, id: string): Promise<void> => {
  await ctx.db.delete(notificationGroups).where(one(ctx, id))
}
