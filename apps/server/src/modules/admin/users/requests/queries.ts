import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx } from '#server/context.ts'
import { adminRequests } from '#server/db/schema/admin/users.ts'
import { users } from '#server/db/schema/identity/users.ts'

export type RequestRow = typeof adminRequests.$inferSelect

const decider = alias(users, 'decider')
const shown = { request: adminRequests, requester: users.name, decider: decider.name }

const select = (ctx: Ctx) =>
  ctx.db
    .select(shown)
    .from(adminRequests)
    .innerJoin(users, eq(users.id, adminRequests.requestedBy))
    .leftJoin(decider, eq(decider.id, adminRequests.decidedBy))

/** Those that wait, then the last that were decided or ran out. */
export const listRequests = (ctx: Ctx, limit: number) =>
  select(ctx).orderBy(sql`${adminRequests.decidedAt} is not null`, desc(adminRequests.createdAt)).limit(limit)

export const findRequest = async (ctx: Ctx, id: string) =>
  (await select(ctx).where(eq(adminRequests.id, id)))[0] ?? null

export const lockRequest = async (tx: Ctx, id: string): Promise<RequestRow | null> =>
  (await tx.db.select().from(adminRequests).where(eq(adminRequests.id, id)).for('update'))[0] ?? null

/** Null when one for the same address waits already. */
export const insertRequest = async (tx: Ctx, row: typeof adminRequests.$inferInsert): Promise<RequestRow | null> =>
  (await tx.db.insert(adminRequests).values(row).onConflictDoNothing().returning())[0] ?? null

/** Makes room for a new request where the former one ran out without an answer. */
export const closeExpired = async (tx: Ctx, email: string): Promise<void> => {
  await tx.db
    .update(adminRequests)
    .set({ decidedAt: tx.now(), decision: 'withdrawn' })
    .where(and(eq(adminRequests.email, email), isNull(adminRequests.decidedAt), lte(adminRequests.expiresAt, tx.now())))
}

export const decideRequest = async (tx: Ctx, id: string, values: Partial<RequestRow>): Promise<void> => {
  await tx.db.update(adminRequests).set(values).where(eq(adminRequests.id, id))
}
