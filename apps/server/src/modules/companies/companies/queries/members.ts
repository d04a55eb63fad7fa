import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { containing, folded } from '#server/db/like.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'

export type MemberRow = Awaited<ReturnType<typeof listMemberRows>>[number]

export const insertMember = async (ctx: Ctx, row: typeof companyMembers.$inferInsert): Promise<boolean> => {
  const rows = await ctx.db
    .insert(companyMembers)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: companyMembers.id })
  return rows.length > 0
}

export const isMember = async (ctx: Ctx, companyId: string, userId: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .innerJoin(companies, and(eq(companies.id, companyMembers.companyId), sql`${companies.deletedAt} is null`))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.userId, userId),
        sql`${companyMembers.status} <> 'invited'`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Notes whether a member can be given conversations, as they say. */
export const setMemberPresence = async (
  ctx: CompanyCtx,
  userId: string,
  presence: typeof companyMembers.$inferSelect.presence,
): Promise<void> => {
  await ctx.db
    .update(companyMembers)
    .set({ presence, presenceAt: ctx.now() })
    .where(and(eq(companyMembers.companyId, ctx.company.id), eq(companyMembers.userId, userId)))
}

const memberFields = {
  id: companyMembers.id,
  userId: companyMembers.userId,
  name: users.name,
  email: users.email,
  avatarFileId: users.avatarFileId,
  role: companyMembers.role,
  grants: companyMembers.grants,
  visibility: companyMembers.visibility,
  capacity: companyMembers.capacity,
  teamIds: sql<string[]>`array(select t.team_id from team_members t
    where t.company_id = ${companyMembers.companyId} and t.user_id = ${companyMembers.userId})`,
  status: companyMembers.status,
  twoFactor: sql<boolean>`${users.totpConfirmedAt} is not null`,
  joinedAt: companyMembers.joinedAt,
  owner: sql<boolean>`coalesce(${companies.ownerId} = ${companyMembers.userId}, false)`,
  lastSeenAt: sql<string | null>`(select max(${sessions.lastSeenAt}) from ${sessions}
    where ${sessions.userId} = ${companyMembers.userId} and ${sessions.impersonatorId} is null)`,
}

const membersWhere = (ctx: CompanyCtx, ...conditions: (SQL | undefined)[]) =>
  ctx.db
    .select(memberFields)
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(and(eq(companyMembers.companyId, ctx.company.id), ...conditions))

const hasWords = (words: string): SQL =>
  sql`${folded(sql`${users.name} || ' (' || ${users.email} || ')'`)}
    like ${folded(containing(words))}`

/** Members after a place, in the order of names. */
export const listMemberRows = (
  ctx: CompanyCtx,
  search: string | undefined,
  after: { name: string; id: string } | null,
  limit: number,
) =>
  membersWhere(
    ctx,
    search ? hasWords(search) : undefined,
    after ? sql`(${users.name}, ${users.id}) > (${after.name}, ${after.id}::uuid)` : undefined,
  )
    .orderBy(users.name, users.id)
    .limit(limit)

export const findMember = async (ctx: CompanyCtx, memberId: string): Promise<MemberRow | null> =>
  (await membersWhere(ctx, eq(companyMembers.id, memberId)).limit(1))[0] ?? null

export const findMemberOfUser = async (ctx: CompanyCtx, userId: string): Promise<MemberRow | null> =>
  (await membersWhere(ctx, eq(companyMembers.userId, userId)).limit(1))[0] ?? null

export const updateMemberRow = async (
  ctx: CompanyCtx,
  memberId: string,
  values: Partial<typeof companyMembers.$inferInsert>,
): Promise<void> => {
  await ctx.db
    .update(companyMembers)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(companyMembers.companyId, ctx.company.id), eq(companyMembers.id, memberId)))
}

export const deleteMember = async (ctx: Ctx, companyId: string, userId: string): Promise<boolean> => {
  const rows = await ctx.db
    .delete(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)))
    .returning({ id: companyMembers.id })
  return rows.length > 0
}

/** Users who are admins of a company, longest first. The company is locked: two admins cannot both be the last to go. */
export const lockAdmins = async (ctx: Ctx, companyId: string): Promise<string[]> => {
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
  const rows = await ctx.db
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.role, 'admin'),
        sql`${companyMembers.status} <> 'invited'`,
      ),
    )
    .orderBy(companyMembers.createdAt, companyMembers.id)
  return rows.map((row) => row.userId)
}

/** Names of the companies that would have no admin without this one; those about to be deleted do not count. */
export const soleAdminOf = async (ctx: Ctx, userId: string): Promise<string[]> => {
  const others = sql`exists (select 1 from company_members o join users u on u.id = o.user_id and u.status = 'active'
    where o.company_id = ${companyMembers.companyId} and o.user_id <> ${companyMembers.userId}
      and o.role = 'admin' and o.status <> 'invited')`
  const rows = await ctx.db
    .select({ name: companies.name })
    .from(companyMembers)
    .innerJoin(companies, and(eq(companies.id, companyMembers.companyId), sql`${companies.deletedAt} is null`))
    .where(
      and(
        eq(companyMembers.userId, userId),
        eq(companyMembers.role, 'admin'),
        sql`${companies.status} <> 'deleting' and not ${others}`,
      ),
    )
    .orderBy(companies.name)
  return rows.map(({ name }) => name)
}
