import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { containing } from '#server/db/like.ts'
import { accessOverrides } from '#server/db/schema/admin/companies.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

export type NewOverride = typeof accessOverrides.$inferInsert
export type CompanyAccess = {
  id: string
  name: string
  status: (typeof companies.$inferSelect)['status']
  planBlocks: string[]
  accessBlocks: string[]
}

const accessFields = {
  id: companies.id,
  name: companies.name,
  status: companies.status,
  planBlocks: companies.planBlocks,
  accessBlocks: companies.accessBlocks,
}

/** Companies by their ids; locked in the order of ids inside of a transaction, so that two changes cannot cross. */
export const findCompanyAccess = async (ctx: Ctx, ids: readonly string[]): Promise<CompanyAccess[]> => {
  if (ids.length === 0) return []
  const query = ctx.db
    .select(accessFields)
    .from(companies)
    .where(and(inArray(companies.id, [...ids]), isNull(companies.deletedAt), isNull(companies.sandboxOf)))
    .orderBy(asc(companies.id))
  return ctx.inTransaction ? query.for('update') : query
}

export type AccessFilters = { search?: string | undefined; block?: string | undefined; overridden?: 'yes' | undefined }

const hasOverride = sql`exists (select 1 from ${accessOverrides} o where o.company_id = ${companies.id} and o.ended_at is null)`

const isOf = (filters: AccessFilters): SQL | undefined =>
  and(
    isNull(companies.deletedAt),
    isNull(companies.sandboxOf),
    filters.search ? ilike(companies.name, containing(filters.search)) : undefined,
    filters.block ? sql`${filters.block} = any(${companies.accessBlocks})` : undefined,
    filters.overridden ? hasOverride : undefined,
  )

/** Companies after a name, in the order of names. */
export const listCompanyAccess = (
  ctx: Ctx,
  filters: AccessFilters,
  after: { name: string; id: string } | null,
  limit: number,
): Promise<CompanyAccess[]> =>
  ctx.db
    .select(accessFields)
    .from(companies)
    .where(
      and(
        isOf(filters),
        after
          ? or(gt(companies.name, after.name), and(eq(companies.name, after.name), gt(companies.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(asc(companies.name), asc(companies.id))
    .limit(limit)

/** Ids of the companies that filters leave, in the order of their names. */
export const listCompanyIds = async (ctx: Ctx, filters: AccessFilters, limit: number): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: companies.id })
    .from(companies)
    .where(isOf(filters))
    .orderBy(asc(companies.name), asc(companies.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** How many companies filters leave; counted up to a limit. */
export const countCompanyAccess = async (ctx: Ctx, filters: AccessFilters, limit: number): Promise<number> => {
  const found = ctx.db.select({ id: companies.id }).from(companies).where(isOf(filters)).limit(limit).as('found')
  return ctx.db.$count(found)
}

/** Overrides that have not ended, with who made them. */
export const listActiveOverrides = (ctx: Ctx, companyIds: readonly string[]) =>
  ctx.db
    .select({ override: accessOverrides, author: users.name })
    .from(accessOverrides)
    .leftJoin(users, eq(users.id, accessOverrides.authorId))
    .where(and(inArray(accessOverrides.companyId, [...companyIds]), isNull(accessOverrides.endedAt)))

export const insertOverrides = async (ctx: Ctx, rows: NewOverride[]): Promise<void> => {
  if (rows.length > 0) await ctx.db.insert(accessOverrides).values(rows)
}

export const endOverrides = async (
  ctx: Ctx,
  ids: readonly string[],
  as: 'replaced' | 'cleared',
  by: string | null,
): Promise<void> => {
  if (ids.length === 0) return
  await ctx.db
    .update(accessOverrides)
    .set({ endedAt: ctx.now(), endedAs: as, endedBy: by })
    .where(inArray(accessOverrides.id, [...ids]))
}

/** Ends the overrides whose time is over; answers the companies they were of. */
export const endExpiredOverrides = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db
    .update(accessOverrides)
    .set({ endedAt: ctx.now(), endedAs: 'expired' })
    .where(
      and(
        isNull(accessOverrides.endedAt),
        isNotNull(accessOverrides.expiresAt),
        lte(accessOverrides.expiresAt, ctx.now()),
      ),
    )
    .returning({ companyId: accessOverrides.companyId })
  return [...new Set(rows.map((row) => row.companyId))]
}

/** What losing a block would touch, by company: connected numbers, and conversations that are open. */
export const countTouched = async (ctx: Ctx, companyIds: readonly string[]) => {
  const result = await ctx.db.execute<{ id: string; channels: number; open: number }>(sql`
    select c.id,
      (select count(*)::int from ${channels} n where n.company_id = c.id and n.disconnected_at is null) as channels,
      (select count(*)::int from (select 1 from ${conversations} v where v.company_id = c.id and v.status <> 'resolved'
        limit 1000) counted) as open
    from unnest(${sql.param(companyIds)}::uuid[]) as c(id)`)
  return new Map(result.rows.map((row) => [row.id, row]))
}

export const listConnectedChannels = async (ctx: Ctx, companyId: string): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), isNull(channels.disconnectedAt)))
  return rows.map((row) => row.id)
}

export const listHistory = (
  ctx: Ctx,
  { company, block }: { company?: string | undefined; block?: string | undefined },
  after: { at: Date; id: string } | null,
  limit: number,
) =>
  ctx.db
    .select({ override: accessOverrides, company: companies.name, author: users.name })
    .from(accessOverrides)
    .innerJoin(companies, eq(companies.id, accessOverrides.companyId))
    .leftJoin(users, eq(users.id, accessOverrides.authorId))
    .where(
      and(
        company ? eq(accessOverrides.companyId, company) : undefined,
        block ? eq(accessOverrides.block, block) : undefined,
        after
          ? or(
              lt(accessOverrides.createdAt, after.at),
              and(eq(accessOverrides.createdAt, after.at), lt(accessOverrides.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(accessOverrides.createdAt), desc(accessOverrides.id))
    .limit(limit)
