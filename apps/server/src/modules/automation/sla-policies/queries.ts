import type { SlaConditions, SlaTargets } from '@recado/contracts/automation/sla-policies'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { slaPolicies } from '#server/db/schema/automation/sla-policies.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'

type Row = typeof slaPolicies.$inferSelect
type Change = {
  name?: string | undefined
  targets?: SlaTargets | undefined
  conditions?: SlaConditions | undefined
  businessHoursId?: string | null | undefined
  active?: boolean | undefined
  position?: number | undefined
}

const isThis = (ctx: CompanyCtx, id: string) => and(eq(slaPolicies.companyId, ctx.company.id), eq(slaPolicies.id, id))

export const listSlaPolicies = (ctx: CompanyCtx): Promise<Row[]> =>
  ctx.db
    .select()
    .from(slaPolicies)
    .where(eq(slaPolicies.companyId, ctx.company.id))
    .orderBy(slaPolicies.position, asc(sql`lower(${slaPolicies.name})`))

export const countSlaPolicies = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(slaPolicies, eq(slaPolicies.companyId, ctx.company.id))

export const findSlaPolicy = async (ctx: CompanyCtx, id: string): Promise<Row | null> => {
  const rows = await ctx.db.select().from(slaPolicies).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

export const insertSlaPolicy = async (
  ctx: CompanyCtx,
  row: Omit<Row, 'companyId' | 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await unlessTaken(ctx.db.insert(slaPolicies).values({ ...row, companyId: ctx.company.id }))
}

export const updateSlaPolicy = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(slaPolicies)
      .set({ ...change, version: sql`${slaPolicies.version} + 1`, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const deleteSlaPolicy = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(slaPolicies).where(isThis(ctx, id))
}
