import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../context.ts'
import {
  notificationApiKeys,
  notificationEnvironments,
  notificationOrganizations,
  notificationSubscribers,
} from '../../../db/schema/notifications.ts'
import type { Environment, SubscriberRow } from '../context.ts'

const environmentColumns = {
  id: notificationEnvironments.id,
  organizationId: notificationEnvironments.organizationId,
  name: notificationEnvironments.name,
  identifier: notificationEnvironments.identifier,
  parentId: notificationEnvironments.parentId,
  rateLimits: notificationEnvironments.rateLimits,
  tier: notificationOrganizations.tier,
}

const environments = (ctx: Pick<Ctx, 'db'>) =>
  ctx.db
    .select(environmentColumns)
    .from(notificationEnvironments)
    .innerJoin(notificationOrganizations, eq(notificationOrganizations.id, notificationEnvironments.organizationId))
    .$dynamic()

export const findEnvironmentById = async (ctx: Pick<Ctx, 'db'>, id: string): Promise<Environment | null> => {
  const [row] = await environments(ctx).where(eq(notificationEnvironments.id, id))
  return row ?? null
}

export const findEnvironmentByIdentifier = async (
  ctx: Pick<Ctx, 'db'>,
  identifier: string,
): Promise<Environment | null> => {
  const [row] = await environments(ctx).where(eq(notificationEnvironments.identifier, identifier))
  return row ?? null
}

export const findEnvironmentByKeyHash = async (ctx: Pick<Ctx, 'db'>, hash: string): Promise<Environment | null> => {
  const [row] = await environments(ctx)
    .innerJoin(notificationApiKeys, eq(notificationApiKeys.environmentId, notificationEnvironments.id))
    .where(eq(notificationApiKeys.hash, hash))
  return row ?? null
}

export const findSubscriber = async (
  ctx: Pick<Ctx, 'db'>,
  environmentId: string,
  subscriberId: string,
): Promise<SubscriberRow | null> => {
  const [row] = await ctx.db
    .select()
    .from(notificationSubscribers)
    .where(
      and(
        eq(notificationSubscribers.environmentId, environmentId),
        eq(notificationSubscribers.subscriberId, subscriberId),
      ),
    )
  return row ?? null
}
