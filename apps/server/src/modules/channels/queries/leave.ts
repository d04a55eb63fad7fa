import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companies, companyMembers, outboundSends } from '#server/db/schema/index.ts'

/** A company that a person belongs to, and whether as admin. */
export const findAdminCompany = async (ctx: Ctx, userId: string, companyId: string) => {
  const rows = await ctx.db
    .select({ role: companyMembers.role, accessBlocks: companies.accessBlocks })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.userId, userId),
        eq(companyMembers.status, 'active'),
      ),
    )
    .limit(1)
  const [row] = rows
  return row ? { admin: row.role === 'admin', accessBlocks: row.accessBlocks } : null
}

/** Messages that still wait to leave by a channel. */
export const countWaitingSends = async (ctx: Ctx, companyId: string, channelId: string): Promise<number> => {
  const rows = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(outboundSends)
    .where(and(eq(outboundSends.companyId, companyId), eq(outboundSends.channelId, channelId)))
  return rows[0]?.count ?? 0
}
