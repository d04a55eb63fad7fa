import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import {
  notificationApiKeys,
  notificationEnvironments,
  notificationOrganizations,
} from '#server/db/schema/notifications/organizations.ts'
import { notificationGroups } from '#server/db/schema/notifications/workflows.ts'
import type { Environment, EnvironmentCtx } from '#server/notifications/shared/context.ts'

type Db = Pick<Ctx, 'db'>
export type EnvironmentRow = typeof notificationEnvironments.$inferSelect
export type ApiKeyRow = typeof notificationApiKeys.$inferSelect

export const insertEnvironment = async (
  ctx: Db,
  values: typeof notificationEnvironments.$inferInsert,
): Promise<EnvironmentRow> => {
  const [row] = await ctx.db.insert(notificationEnvironments).values(values).returning()
  if (!row) throw new Error('no environment')
  return row
}

export const insertApiKey = async (ctx: Db, values: typeof notificationApiKeys.$inferInsert): Promise<ApiKeyRow> => {
  const [row] = await ctx.db.insert(notificationApiKeys).values(values).returning()
  if (!row) throw new Error('no key')
  return row
}

export const insertFirstGroup = async (ctx: Db, values: typeof notificationGroups.$inferInsert): Promise<void> => {
  await ctx.db.insert(notificationGroups).values(values)
}

export const insertFirstIntegration = async (
  ctx: Db,
  values: typeof notificationIntegrations.$inferInsert,
): Promise<void> => {
  await ctx.db.insert(notificationIntegrations).values(values)
}

export const listEnvironments = (ctx: Db, organizationId: string): Promise<EnvironmentRow[]> =>
  ctx.db
    .select()
    .from(notificationEnvironments)
    .where(eq(notificationEnvironments.organizationId, organizationId))
    .orderBy(asc(notificationEnvironments.id))

export const findRootEnvironmentId = async (ctx: Db, organizationId: string): Promise<string | null> => {
  const [row] = await ctx.db
    .select({ id: notificationEnvironments.id })
    .from(notificationEnvironments)
    .where(and(eq(notificationEnvironments.organizationId, organizationId), isNull(notificationEnvironments.parentId)))
    .orderBy(asc(notificationEnvironments.id))
    .limit(1)
  return row?.id ?? null
}

/** Oldest first: the first one signs. */
export const listApiKeys = (ctx: Db, environmentIds: string[]): Promise<ApiKeyRow[]> =>
  ctx.db
    .select()
    .from(notificationApiKeys)
    .where(inArray(notificationApiKeys.environmentId, environmentIds))
    .orderBy(asc(notificationApiKeys.id))

export const deleteApiKeys = async (ctx: EnvironmentCtx): Promise<void> => {
  await ctx.db.delete(notificationApiKeys).where(eq(notificationApiKeys.environmentId, ctx.environment.id))
}

const environmentColumns = {
  id: notificationEnvironments.id,
  organizationId: notificationEnvironments.organizationId,
  name: notificationEnvironments.name,
  identifier: notificationEnvironments.identifier,
  parentId: notificationEnvironments.parentId,
  rateLimits: notificationEnvironments.rateLimits,
  tier: notificationOrganizations.tier,
}

const environments = (ctx: Db) =>
  ctx.db
    .select(environmentColumns)
    .from(notificationEnvironments)
    .innerJoin(notificationOrganizations, eq(notificationOrganizations.id, notificationEnvironments.organizationId))
    .$dynamic()

export const findEnvironmentById = async (ctx: Db, id: string): Promise<Environment | null> => {
  const [row] = await environments(ctx).where(eq(notificationEnvironments.id, id))
  return row ?? null
}

export const findEnvironmentByIdentifier = async (ctx: Db, identifier: string): Promise<Environment | null> => {
  const [row] = await environments(ctx).where(eq(notificationEnvironments.identifier, identifier))
  return row ?? null
}

export const findEnvironmentByKeyHash = async (ctx: Db, hash: string): Promise<Environment | null> => {
  const [row] = await environments(ctx)
    .innerJoin(notificationApiKeys, eq(notificationApiKeys.environmentId, notificationEnvironments.id))
    .where(eq(notificationApiKeys.hash, hash))
  return row ?? null
}
