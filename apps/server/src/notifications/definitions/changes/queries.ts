import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { notificationEnvironments } from '#server/db/schema/notifications/organizations.ts'
import { notificationChanges } from '#server/db/schema/notifications/workflows.ts'
import type { Environment, EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type ChangeRow = typeof notificationChanges.$inferSelect
export type ChangeType = ChangeRow['type']

const own = (ctx: EnvironmentCtx) => eq(notificationChanges.environmentId, ctx.environment.id)

/** The environments that this one is promoted into. */
export const listChildren = async (ctx: EnvironmentCtx): Promise<Environment[]> => {
  const rows = await ctx.db
    .select()
    .from(notificationEnvironments)
    .where(
      and(
        eq(notificationEnvironments.organizationId, ctx.environment.organizationId),
        eq(notificationEnvironments.parentId, ctx.environment.id),
      ),
    )
    .orderBy(notificationEnvironments.id)
  return rows.map((row) => ({ ...row, tier: ctx.environment.tier }))
}

/** Writes the waiting change of an entity; there is one at most. */
export const upsertPendingChange = async (
  ctx: EnvironmentCtx,
  values: Pick<typeof notificationChanges.$inferInsert, 'id' | 'type' | 'entityId' | 'snapshot' | 'creatorId'>,
): Promise<void> => {
  const { snapshot, creatorId } = values
  await ctx.db
    .insert(notificationChanges)
    .values({ ...values, environmentId: ctx.environment.id, createdAt: ctx.now(), updatedAt: ctx.now() })
    .onConflictDoUpdate({
      target: [notificationChanges.environmentId, notificationChanges.entityId],
      targetWhere: sql`promoted_at is null`,
      set: { snapshot, creatorId, updatedAt: ctx.now() },
    })
}

/** Something was promoted although no change of it waited: it was there before there was anything to promote into. */
export const insertPromotedChange = async (
  ctx: EnvironmentCtx,
  values: Pick<typeof notificationChanges.$inferInsert, 'id' | 'type' | 'entityId' | 'snapshot' | 'creatorId'>,
): Promise<ChangeRow> => {
  const now = ctx.now()
  const [row] = await ctx.db
    .insert(notificationChanges)
    .values({ ...values, environmentId: ctx.environment.id, createdAt: now, updatedAt: now, promotedAt: now })
    .returning()
  if (!row) throw new Error('The change was not saved')
  return row
}

export const deletePendingChange = async (ctx: EnvironmentCtx, entityId: string): Promise<void> => {
  await ctx.db
    .delete(notificationChanges)
    .where(and(own(ctx), eq(notificationChanges.entityId, entityId), isNull(notificationChanges.promotedAt)))
}

/** What the entity was when it was last promoted; null when it never was. */
export const findPromotedSnapshot = async (ctx: EnvironmentCtx, entityId: string): Promise<ChangeRow['snapshot']> => {
  const [row] = await ctx.db
    .select({ snapshot: notificationChanges.snapshot })
    .from(notificationChanges)
    .where(and(own(ctx), eq(notificationChanges.entityId, entityId), isNotNull(notificationChanges.promotedAt)))
    .orderBy(desc(notificationChanges.promotedAt), desc(notificationChanges.id))
    .limit(1)
  return row?.snapshot ?? null
}

/** Makes promotions of an environment follow one another. */
export const lockPromotions = async (ctx: EnvironmentCtx): Promise<void> => {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`notification_changes:${ctx.environment.id}`}, 0))`,
  )
}

/** Locks the changes, so that they are not promoted twice at the same time. */
export const lockChanges = (ctx: EnvironmentCtx, ids: readonly string[]): Promise<ChangeRow[]> =>
  ctx.db
    .select()
    .from(notificationChanges)
    .where(and(own(ctx), inArray(notificationChanges.id, [...ids])))
    .orderBy(notificationChanges.id)
    .for('update')

export const lockPendingChange = async (ctx: EnvironmentCtx, entityId: string): Promise<ChangeRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationChanges)
    .where(and(own(ctx), eq(notificationChanges.entityId, entityId), isNull(notificationChanges.promotedAt)))
    .for('update')
  return row ?? null
}

export const markPromoted = async (ctx: EnvironmentCtx, id: string): Promise<ChangeRow> => {
  const [row] = await ctx.db
    .update(notificationChanges)
    .set({ promotedAt: ctx.now(), updatedAt: ctx.now() })
    .where(and(own(ctx), eq(notificationChanges.id, id)))
    .returning()
  if (!row) throw new Error('The change is gone')
  return row
}

const whereState = (ctx: EnvironmentCtx, promoted: boolean) =>
  and(own(ctx), promoted ? isNotNull(notificationChanges.promotedAt) : isNull(notificationChanges.promotedAt))

export const listChangeRows = (
  ctx: EnvironmentCtx,
  { promoted, page, limit }: { promoted: boolean; page: number; limit: number },
): Promise<ChangeRow[]> =>
  ctx.db
    .select()
    .from(notificationChanges)
    .where(whereState(ctx, promoted))
    .orderBy(desc(notificationChanges.createdAt), desc(notificationChanges.id))
    .limit(limit)
    .offset(page * limit)

export const countChanges = (ctx: EnvironmentCtx, promoted: boolean): Promise<number> =>
  ctx.db.$count(notificationChanges, whereState(ctx, promoted))
