import type { Holiday, WeeklyInterval } from '@recado/contracts/companies/business-hours'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { businessHours } from '#server/db/schema/companies/business-hours.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'

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
  version: businessHours.version,
  // A column of the only table of a statement is written without its name, which these subqueries need.
  usedBy: sql<number>`(select count(*) from teams t where t.business_hours_id = business_hours.id)::int
    + (select count(*) from sla_policies p where p.business_hours_id = business_hours.id)::int
    + (select count(*) from channels c where c.company_id = business_hours.company_id
        and c.settings->'routing'->>'businessHoursId' = business_hours.id::text)::int`,
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
      .set({ ...change, version: sql`${businessHours.version} + 1`, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const deleteBusinessHours = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(businessHours).where(isThis(ctx, id))
}
