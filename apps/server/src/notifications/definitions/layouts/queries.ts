import type { LayoutQuery } from '@recado/contracts/notifications/layouts'
import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { notificationLayouts, notificationWorkflows } from '#server/db/schema/notifications/workflows.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

export type LayoutRow = typeof notificationLayouts.$inferSelect
type NewRow = typeof notificationLayouts.$inferInsert

const own = (ctx: EnvironmentCtx) => eq(notificationLayouts.environmentId, ctx.environment.id)
const one = (ctx: EnvironmentCtx, id: string) => and(own(ctx), eq(notificationLayouts.id, id))

/** Makes changes of the layouts of an environment follow one another: they share one default. */
export const lockLayouts = async (ctx: EnvironmentCtx): Promise<void> => {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`notification_layouts:${ctx.environment.id}`}, 0))`,
  )
}

export const findLayout = async (ctx: EnvironmentCtx, id: string): Promise<LayoutRow | null> => {
  const [row] = await ctx.db.select().from(notificationLayouts).where(one(ctx, id))
  return row ?? null
}

/** Nothing can begin to use the layout until the transaction ends. */
export const lockLayout = async (ctx: EnvironmentCtx, id: string): Promise<LayoutRow | null> => {
  const [row] = await ctx.db.select().from(notificationLayouts).where(one(ctx, id)).for('update')
  return row ?? null
}

/** The layout with this id, else the one with this identifier. */
export const findLayoutByIdOrIdentifier = async (ctx: EnvironmentCtx, key: string): Promise<LayoutRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationLayouts)
    .where(and(own(ctx), or(eq(notificationLayouts.id, key), eq(notificationLayouts.identifier, key))))
    .orderBy(desc(eq(notificationLayouts.id, key)))
    .limit(1)
  return row ?? null
}

/** What a layout of another environment became here: by its origin, or else by its identifier. */
export const findLayoutCounterpart = async (
  ctx: EnvironmentCtx,
  origin: { id: string; identifier: string | undefined },
): Promise<LayoutRow | null> => {
  const { id, identifier } = origin
  const [row] = await ctx.db
    .select()
    .from(notificationLayouts)
    .where(
      and(
        own(ctx),
        or(
          eq(notificationLayouts.parentId, id),
          identifier === undefined ? undefined : eq(notificationLayouts.identifier, identifier),
        ),
      ),
    )
    .orderBy(desc(sql`coalesce(${eq(notificationLayouts.parentId, id)}, false)`))
    .limit(1)
  return row ?? null
}

export const findDefaultLayout = async (ctx: EnvironmentCtx): Promise<LayoutRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationLayouts)
    .where(and(own(ctx), eq(notificationLayouts.isDefault, true)))
  return row ?? null
}

export const listLayoutRows = async (
  ctx: EnvironmentCtx,
  { page, pageSize, sortBy, orderBy }: LayoutQuery,
): Promise<{ rows: LayoutRow[]; total: number }> => {
  const direction = orderBy === '1' ? asc : desc
  const rows = await ctx.db
    .select()
    .from(notificationLayouts)
    .where(own(ctx))
    .orderBy(direction(notificationLayouts[sortBy]), direction(notificationLayouts.id))
    .limit(pageSize)
    .offset(page * pageSize)
  return { rows, total: await ctx.db.$count(notificationLayouts, own(ctx)) }
}

export const isIdentifierTaken = async (ctx: EnvironmentCtx, identifier: string, exceptId: string) =>
  (await ctx.db.$count(
    notificationLayouts,
    and(own(ctx), eq(notificationLayouts.identifier, identifier), ne(notificationLayouts.id, exceptId)),
  )) > 0

export const insertLayout = async (ctx: EnvironmentCtx, values: Omit<NewRow, 'environmentId'>): Promise<LayoutRow> => {
  const [row] = await ctx.db
    .insert(notificationLayouts)
    .values({ ...values, environmentId: ctx.environment.id, createdAt: ctx.now(), updatedAt: ctx.now() })
    .returning()
  if (!row) throw new Error('The layout was not saved')
  return row
}

export const updateLayoutRow = async (
  ctx: EnvironmentCtx,
  id: string,
  values: Partial<Omit<NewRow, 'environmentId'>>,
): Promise<LayoutRow> => {
  const [row] = await ctx.db
    .update(notificationLayouts)
    .set({ ...values, updatedAt: ctx.now() })
    .where(one(ctx, id))
    .returning()
  if (!row) throw new Error('The layout was not saved')
  return row
}

export const deleteLayoutRow = async (ctx: EnvironmentCtx, id: string): Promise<void> => {
  await ctx.db.delete(notificationLayouts).where(one(ctx, id))
}

/** Whether a workflow's step or variant is sent in the layout. */
export const isLayoutUsed = async (ctx: EnvironmentCtx, id: string): Promise<boolean> => {
  const [row] = await ctx.db
    .select({ id: notificationWorkflows.id })
    .from(notificationWorkflows)
    .where(
      and(
        eq(notificationWorkflows.environmentId, ctx.environment.id),
        isNull(notificationWorkflows.deletedAt),
        sql`jsonb_path_exists(${notificationWorkflows.steps}, '$.**.template.layoutId ? (@ == $id)',
          jsonb_build_object('id', ${id}::text))`,
      ),
    )
    .limit(1)
  return row !== undefined
}
