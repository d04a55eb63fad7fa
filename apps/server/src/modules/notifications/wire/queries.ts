import { and, eq, lte } from 'drizzle-orm'
import type { Ctx } from '../../../context.ts'
import {
  notificationApiKeys,
  notificationEnvironments,
  notificationIdempotency,
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

type Attempt = { organizationId: string; key: string; bodyHash: string; createdAt: Date }
export type IdempotencyRow = typeof notificationIdempotency.$inferSelect

const sameKey = ({ organizationId, key }: Pick<Attempt, 'organizationId' | 'key'>) =>
  and(eq(notificationIdempotency.organizationId, organizationId), eq(notificationIdempotency.key, key))

/** Claims a key that is new or has expired; the primary key decides between two at the same time. */
export const claimIdempotencyKey = async (ctx: Pick<Ctx, 'db'>, attempt: Attempt, expiresAt: Date) => {
  const values = { ...attempt, expiresAt, status: null, body: null }
  const rows = await ctx.db
    .insert(notificationIdempotency)
    .values(values)
    .onConflictDoUpdate({
      target: [notificationIdempotency.organizationId, notificationIdempotency.key],
      set: values,
      setWhere: lte(notificationIdempotency.expiresAt, attempt.createdAt),
    })
    .returning({ key: notificationIdempotency.key })
  return rows.length > 0
}

export const findIdempotencyRow = async (
  ctx: Pick<Ctx, 'db'>,
  attempt: Pick<Attempt, 'organizationId' | 'key'>,
): Promise<IdempotencyRow | null> => {
  const [row] = await ctx.db.select().from(notificationIdempotency).where(sameKey(attempt))
  return row ?? null
}

/** Keeps the answer, unless somebody else has claimed the key since. */
export const keepAnswer = async (
  ctx: Pick<Ctx, 'db'>,
  attempt: Attempt,
  answer: { status: number; body: string | null; expiresAt: Date },
): Promise<void> => {
  await ctx.db
    .update(notificationIdempotency)
    .set(answer)
    .where(and(sameKey(attempt), eq(notificationIdempotency.createdAt, attempt.createdAt)))
}
