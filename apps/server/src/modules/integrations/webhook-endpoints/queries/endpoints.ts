import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { webhookEndpoints } from '#server/db/schema/integrations/webhook-endpoints.ts'

type Stored = typeof webhookEndpoints.$inferSelect
export type EndpointRow = Stored & { creatorName: string | null; creatorFileId: string | null }

const shown = { row: webhookEndpoints, creatorName: users.name, creatorFileId: users.avatarFileId }

const isThis = (ctx: CompanyCtx, id: string) =>
  and(eq(webhookEndpoints.companyId, ctx.company.id), eq(webhookEndpoints.id, id))

const select = (ctx: CompanyCtx) =>
  ctx.db.select(shown).from(webhookEndpoints).leftJoin(users, eq(users.id, webhookEndpoints.createdBy)).$dynamic()

export const listEndpoints = async (ctx: CompanyCtx): Promise<EndpointRow[]> => {
  const rows = await select(ctx)
    .where(eq(webhookEndpoints.companyId, ctx.company.id))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(({ row, ...creator }) => ({ ...row, ...creator }))
}

export const findEndpoint = async (ctx: CompanyCtx, id: string): Promise<EndpointRow | null> => {
  const [found] = await select(ctx).where(isThis(ctx, id)).limit(1)
  if (!found) return null
  const { row, ...creator } = found
  return { ...row, ...creator }
}

export const countEndpoints = async (ctx: CompanyCtx): Promise<number> => {
  const [row] = await ctx.db
    .select({ n: count() })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.companyId, ctx.company.id))
  return row?.n ?? 0
}

export const insertEndpoint = async (
  ctx: CompanyCtx,
  row: Omit<typeof webhookEndpoints.$inferInsert, 'companyId'>,
): Promise<void> => {
  await ctx.db.insert(webhookEndpoints).values({ ...row, companyId: ctx.company.id })
}

export const updateEndpoint = async (
  ctx: CompanyCtx,
  id: string,
  change: Partial<typeof webhookEndpoints.$inferInsert>,
): Promise<void> => {
  await ctx.db
    .update(webhookEndpoints)
    .set({ ...change, version: sql`${webhookEndpoints.version} + 1`, updatedAt: ctx.now() })
    .where(isThis(ctx, id))
}

export const deleteEndpoint = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(webhookEndpoints).where(isThis(ctx, id))
}

/** Notes that an endpoint is off; false when it was already, or is gone. */
export const switchOff = async (ctx: CompanyCtx, id: string, reason: string): Promise<boolean> => {
  const rows = await ctx.db
    .update(webhookEndpoints)
    .set({
      enabled: false,
      disabledReason: reason,
      disabledAt: ctx.now(),
      version: sql`${webhookEndpoints.version} + 1`,
      updatedAt: ctx.now(),
    })
    .where(and(isThis(ctx, id), eq(webhookEndpoints.enabled, true)))
    .returning({ id: webhookEndpoints.id })
  return rows.length > 0
}
