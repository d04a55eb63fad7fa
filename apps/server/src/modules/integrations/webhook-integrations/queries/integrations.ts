import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { webhookIntegrations } from '#server/db/schema/integrations/webhook-integrations.ts'

type Stored = typeof webhookIntegrations.$inferSelect
export type StoredIntegration = Stored & { creatorName: string | null; creatorFileId: string | null }

const shown = { row: webhookIntegrations, creatorName: users.name, creatorFileId: users.avatarFileId }

type Joined = { row: Stored; creatorName: string | null; creatorFileId: string | null }
const flat = ({ row, ...creator }: Joined): StoredIntegration => ({ ...row, ...creator })

const isIntegration = (ctx: CompanyCtx, id: string) =>
  and(eq(webhookIntegrations.companyId, ctx.company.id), eq(webhookIntegrations.id, id))

export const listIntegrations = async (ctx: CompanyCtx): Promise<StoredIntegration[]> => {
  const rows = await ctx.db
    .select(shown)
    .from(webhookIntegrations)
    .leftJoin(users, eq(users.id, webhookIntegrations.createdBy))
    .where(eq(webhookIntegrations.companyId, ctx.company.id))
    .orderBy(asc(webhookIntegrations.name), asc(webhookIntegrations.id))
  return rows.map(flat)
}

export const findIntegration = async (ctx: CompanyCtx, id: string): Promise<StoredIntegration | null> => {
  const rows = await ctx.db
    .select(shown)
    .from(webhookIntegrations)
    .leftJoin(users, eq(users.id, webhookIntegrations.createdBy))
    .where(isIntegration(ctx, id))
    .limit(1)
  return rows[0] ? flat(rows[0]) : null
}

export const countIntegrations = async (ctx: CompanyCtx): Promise<number> => {
  const rows = await ctx.db
    .select({ n: count() })
    .from(webhookIntegrations)
    .where(eq(webhookIntegrations.companyId, ctx.company.id))
  return rows[0]?.n ?? 0
}

export const insertIntegration = async (
  ctx: CompanyCtx,
  row: Omit<typeof webhookIntegrations.$inferInsert, 'companyId'>,
): Promise<void> => {
  await ctx.db.insert(webhookIntegrations).values({ ...row, companyId: ctx.company.id })
}

type Change = Partial<typeof webhookIntegrations.$inferInsert>

export const updateIntegration = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await ctx.db
    .update(webhookIntegrations)
    .set({ ...change, version: sql`${webhookIntegrations.version} + 1`, updatedAt: ctx.now() })
    .where(isIntegration(ctx, id))
}

/** Waiting for a sample is no change of what is set up. */
export const updateListening = async (ctx: CompanyCtx, id: string, until: Date): Promise<void> => {
  await ctx.db.update(webhookIntegrations).set({ listeningUntil: until }).where(isIntegration(ctx, id))
}

export const deleteIntegration = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(webhookIntegrations).where(isIntegration(ctx, id))
}

export type Day = { received: number; processed: number; failed: number }

/** What came in within a day, by integration. */
export const countDay = async (ctx: CompanyCtx): Promise<ReadonlyMap<string, Day>> => {
  const since = new Date(ctx.now().getTime() - 86_400_000).toISOString()
  const { rows } = await ctx.db.execute<Day & { id: string }>(sql`
    select integration_id as id, count(*) filter (where state not in ('duplicate', 'rejected'))::int as received,
      count(*) filter (where state = 'processed')::int as processed,
      count(*) filter (where state in ('failed', 'partially_failed', 'rejected'))::int as failed
    from webhook_inbound_events where company_id = ${ctx.company.id} and received_at > ${since}::timestamptz
    group by integration_id`)
  return new Map(rows.map(({ id, ...day }) => [id, day]))
}
