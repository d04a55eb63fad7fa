import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { teamMembers } from '#server/db/schema/companies/teams.ts'

export type Membership = typeof companyMembers.$inferSelect

/** Where a person belongs, each with the company's name and owner. */
export const listMemberships = (ctx: Ctx, userId: string) =>
  ctx.db
    .select({ member: companyMembers, name: companies.name, ownerId: companies.ownerId })
    .from(companyMembers)
    .innerJoin(companies, and(eq(companies.id, companyMembers.companyId), isNull(companies.deletedAt)))
    .where(eq(companyMembers.userId, userId))
    .orderBy(companies.id)

export const listTeamIds = async (ctx: Ctx, companyId: string, userId: string): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .where(and(eq(teamMembers.companyId, companyId), eq(teamMembers.userId, userId)))
  return rows.map(({ id }) => id)
}

export const widenMember = async (
  ctx: Ctx,
  member: Membership,
  values: Pick<Membership, 'role' | 'grants' | 'visibility' | 'status'>,
): Promise<void> => {
  await ctx.db
    .update(companyMembers)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(companyMembers.companyId, member.companyId), eq(companyMembers.id, member.id)))
}
