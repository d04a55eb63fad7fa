import { and, eq, ne } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { users } from '#server/db/schema/identity/users.ts'

/** An active member of the company, or null. */
export const findMember = async (ctx: CompanyCtx, userId: string): Promise<{ id: string; name: string } | null> => {
  const rows = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(companyMembers.companyId, ctx.company.id),
        ne(companyMembers.status, 'invited'),
        ne(users.status, 'deleted'),
        eq(users.id, userId),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

export const findTeam = async (ctx: CompanyCtx, id: string) => {
  const rows = await ctx.db
    .select({ id: teams.id, name: teams.name, defaultLabelIds: teams.defaultLabelIds })
    .from(teams)
    .where(and(eq(teams.companyId, ctx.company.id), eq(teams.id, id)))
    .limit(1)
  return rows[0] ?? null
}
