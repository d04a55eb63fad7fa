import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companyMembers, users } from '#server/db/schema/index.ts'

/** Whether somebody works in the company and is none of its admins, who hear of everything anyway. */
export const isPlainMember = async (ctx: Ctx, companyId: string, userId: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.userId, userId),
        eq(companyMembers.status, 'active'),
        ne(companyMembers.role, 'admin'),
      ),
    )
    .limit(1)
  return rows[0] !== undefined
}

export const findNames = async (ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
