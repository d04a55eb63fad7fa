import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { isPresent } from '#server/db/conversation-status.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'

type Row = typeof labels.$inferSelect

const isThis = (ctx: CompanyCtx, id: string) => and(eq(labels.companyId, ctx.company.id), eq(labels.id, id))

export const listLabels = (ctx: CompanyCtx): Promise<Row[]> =>
  ctx.db
    .select()
    .from(labels)
    .where(eq(labels.companyId, ctx.company.id))
    .orderBy(asc(sql`lower(${labels.name})`))

/** How many open conversations have each label. */
export const countOpenByLabel = async (ctx: CompanyCtx): Promise<Map<string, number>> => {
  const labelId = sql<string>`unnest(${conversations.labelIds})`
  const rows = await ctx.db
    .select({ labelId, count: count() })
    .from(conversations)
    .where(
      and(
        eq(conversations.companyId, ctx.company.id),
        isPresent(conversations.status),
        sql`${conversations.labelIds} <> '{}'`,
      ),
    )
    .groupBy(labelId)
  return new Map(rows.map((row) => [row.labelId, row.count]))
}

export const countLabels = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(labels, eq(labels.companyId, ctx.company.id))

export const findLabel = async (ctx: CompanyCtx, id: string): Promise<Row | null> => {
  const rows = await ctx.db.select().from(labels).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

export const insertLabel = async (ctx: CompanyCtx, row: Pick<Row, 'id' | 'name' | 'color'>): Promise<void> => {
  await unlessTaken(ctx.db.insert(labels).values({ ...row, companyId: ctx.company.id }))
}

export const updateLabel = async (
  ctx: CompanyCtx,
  id: string,
  change: { name?: string | undefined; color?: string | undefined },
): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(labels)
      .set({ ...change, version: sql`${labels.version} + 1`, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const deleteLabel = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(labels).where(isThis(ctx, id))
}
