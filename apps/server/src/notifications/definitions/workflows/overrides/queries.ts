import { and, desc, eq } from 'drizzle-orm'
import { notificationTenants } from '#server/db/schema/notifications/subscribers.ts'
import { notificationOverrides } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type OverrideRow = typeof notificationOverrides.$inferSelect
type NewRow = typeof notificationOverrides.$inferInsert

/** One override: by its id, or by what it is about. */
export type OverrideKey = { id: string } | { workflowId: string; tenantId: string }

const own = (ctx: EnvironmentCtx) => eq(notificationOverrides.environmentId, ctx.environment.id)
const one = (ctx: EnvironmentCtx, key: OverrideKey) =>
  'id' in key
    ? and(own(ctx), eq(notificationOverrides.id, key.id))
    : and(
        own(ctx),
        eq(notificationOverrides.workflowId, key.workflowId),
        eq(notificationOverrides.tenantId, key.tenantId),
      )

export const listAllOverrides = (ctx: EnvironmentCtx): Promise<OverrideRow[]> =>
  ctx.db.select().from(notificationOverrides).where(own(ctx))

export const listOverrideRows = (
  ctx: EnvironmentCtx,
  { offset, limit }: { offset: number; limit: number },
): Promise<OverrideRow[]> =>
  ctx.db
    .select()
    .from(notificationOverrides)
    .where(own(ctx))
    .orderBy(desc(notificationOverrides.createdAt), desc(notificationOverrides.id))
    .limit(limit)
    .offset(offset)

export const findOverride = async (ctx: EnvironmentCtx, key: OverrideKey): Promise<OverrideRow | null> => {
  const [row] = await ctx.db.select().from(notificationOverrides).where(one(ctx, key))
  return row ?? null
}

/** Null when there is one for the workflow and the tenant already. */
export const insertOverride = async (
  ctx: EnvironmentCtx,
  values: Omit<NewRow, 'environmentId'>,
): Promise<OverrideRow | null> => {
  const [row] = await ctx.db
    .insert(notificationOverrides)
    .values({ ...values, environmentId: ctx.environment.id, createdAt: ctx.now(), updatedAt: ctx.now() })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

export const updateOverrideRow = async (
  ctx: EnvironmentCtx,
  key: OverrideKey,
  values: Partial<Pick<NewRow, 'active' | 'preferenceSettings'>>,
): Promise<OverrideRow | null> => {
  const [row] = await ctx.db
    .update(notificationOverrides)
    .set({ ...values, updatedAt: ctx.now() })
    .where(one(ctx, key))
    .returning()
  return row ?? null
}

export const deleteOverrideRow = async (ctx: EnvironmentCtx, key: OverrideKey): Promise<boolean> => {
  const rows = await ctx.db
    .delete(notificationOverrides)
    .where(one(ctx, key))
    .returning({ id: notificationOverrides.id })
  return rows.length > 0
}

export const deleteOverridesOfWorkflow = async (ctx: EnvironmentCtx, workflowId: string): Promise<void> => {
  await ctx.db.delete(notificationOverrides).where(and(own(ctx), eq(notificationOverrides.workflowId, workflowId)))
}

export const isTenant = async (ctx: EnvironmentCtx, id: string): Promise<boolean> =>
  (await ctx.db.$count(
    notificationTenants,
    and(eq(notificationTenants.environmentId, ctx.environment.id), eq(notificationTenants.id, id)),
  )) > 0
