import type { Holiday, WeeklyInterval } from '@recado/contracts/desk'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { businessHours, channels, slaPolicies, teams } from '#server/db/schema/index.ts'
import { unlessTaken } from './unless-taken.ts'

type Change = {
  name?: string | undefined
  timezone?: string | undefined
  weekly?: WeeklyInterval[] | undefined
  holidays?: Holiday[] | undefined
}

const isThis = (ctx: CompanyCtx, id: string) =>
  and(eq(businessHours.companyId, ctx.company.id), eq(businessHours.id, id))

const fields = {
  id: businessHours.id,
  name: businessHours.name,
  timezone: businessHours.timezone,
  weekly: businessHours.weekly,
  holidays: businessHours.holidays,
  usedBy: sql<number>`(select count(*) from ${teams} where ${teams.businessHoursId} = ${businessHours.id})::int
    + (select count(*) from ${slaPolicies} where ${slaPolicies.businessHoursId} = ${businessHours.id})::int
    + (select count(*) from ${channels} where ${channels.companyId} = ${businessHours.companyId}
        and ${channels.settings}->'routing'->>'businessHoursId' = ${businessHours.id}::text)::int`,
}

export const listBusinessHours = (ctx: CompanyCtx) =>
  ctx.db
    .select(fields)
    .from(businessHours)
    .where(eq(businessHours.companyId, ctx.company.id))
    .orderBy(asc(sql`lower(${businessHours.name})`))

export const countBusinessHours = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(businessHours, eq(businessHours.companyId, ctx.company.id))

export const findBusinessHours = async (ctx: CompanyCtx, id: string) => {
  const rows = await ctx.db.select(fields).from(businessHours).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

export const insertBusinessHours = async (
  ctx: CompanyCtx,
  row: Pick<typeof businessHours.$inferSelect, 'id' | 'name' | 'timezone' | 'weekly' | 'holidays'>,
): Promise<void> => {
  await unlessTaken(ctx.db.insert(businessHours).values({ ...row, companyId: ctx.company.id }))
}

export const updateBusinessHours = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(businessHours)
      .set({ ...change, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const deleteBusinessHours = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(businessHours).where(isThis(ctx, id))
}
