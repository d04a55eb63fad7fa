import { and, eq } from 'drizzle-orm'
import { notificationFeeds } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type FeedRow = typeof notificationFeeds.$inferSelect

const own = (ctx: EnvironmentCtx) => eq(notificationFeeds.environmentId, ctx.environment.id)

/** Feeds of the environment, oldest first. */
export const listFeeds = (ctx: EnvironmentCtx): Promise<FeedRow[]> =>
  ctx.db.select().from(notificationFeeds).where(own(ctx)).orderBy(notificationFeeds.id)

export const findFeed = async (ctx: EnvironmentCtx, id: string): Promise<FeedRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationFeeds)
    .where(and(own(ctx), eq(notificationFeeds.id, id)))
  return row ?? null
}

export const findFeedByIdentifier = async (ctx: EnvironmentCtx, identifier: string): Promise<FeedRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationFeeds)
    .where(and(own(ctx), eq(notificationFeeds.identifier, identifier)))
  return row ?? null
}

/** Null when the identifier is in use. */
export const insertFeed = async (
  ctx: EnvironmentCtx,
  values: Pick<FeedRow, 'id' | 'name' | 'identifier'>,
): Promise<FeedRow | null> => {
  const [row] = await ctx.db
    .insert(notificationFeeds)
    .values({ ...values, environmentId: ctx.environment.id, createdAt: ctx.now(), updatedAt: ctx.now() })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export const deleteFeedRow = async (ctx: EnvironmentCtx, id: string): Promise<boolean> => {
  const rows = await ctx.db
    .delete(notificationFeeds)
    .where(and(own(ctx), eq(notificationFeeds.id, id)))
    .returning({ id: notificationFeeds.id })
  return rows.length > 0
}
