import type { AutoAssign } from '@recado/contracts/companies/teams'
import { and, asc, count, desc, eq, inArray, isNotNull, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { isPresent } from '#server/db/conversation-status.ts'
import { shownPresence } from '#server/db/presence.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { teamMembers, teams } from '#server/db/schema/companies/teams.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'

export type TeamRow = typeof teams.$inferSelect
type Change = {
  name?: string | undefined
  description?: string | null | undefined
  autoAssign?: AutoAssign | undefined
  businessHoursId?: string | null | undefined
  defaultLabelIds?: string[] | undefined
}

/** Set wherever a team changes, also who is in it. */
const nextVersion = sql`${teams.version} + 1`

const isThis = (ctx: CompanyCtx, id: string) => and(eq(teams.companyId, ctx.company.id), eq(teams.id, id))

export const listTeams = (ctx: CompanyCtx): Promise<TeamRow[]> =>
  ctx.db
    .select()
    .from(teams)
    .where(eq(teams.companyId, ctx.company.id))
    .orderBy(asc(sql`lower(${teams.name})`))

export const countTeams = (ctx: CompanyCtx): Promise<number> =>
  ctx.db.$count(teams, eq(teams.companyId, ctx.company.id))

export const findTeam = async (ctx: CompanyCtx, id: string): Promise<TeamRow | null> => {
  const rows = await ctx.db.select().from(teams).where(isThis(ctx, id)).limit(1)
  return rows[0] ?? null
}

/** Members of teams, leads first, then by name. */
export const listTeamMembers = (ctx: CompanyCtx, teamId?: string) =>
  ctx.db
    .select({
      teamId: teamMembers.teamId,
      userId: teamMembers.userId,
      lead: teamMembers.lead,
      name: users.name,
      avatarFileId: users.avatarFileId,
      presence: shownPresence,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .innerJoin(
      companyMembers,
      and(eq(companyMembers.companyId, teamMembers.companyId), eq(companyMembers.userId, teamMembers.userId)),
    )
    .where(
      and(
        eq(teamMembers.companyId, ctx.company.id),
        teamId === undefined ? undefined : eq(teamMembers.teamId, teamId),
        ne(companyMembers.status, 'invited'),
      ),
    )
    .orderBy(desc(teamMembers.lead), users.name, users.id)

/** How many open conversations each team has. */
export const countOpenByTeam = async (ctx: CompanyCtx): Promise<Map<string | null, number>> => {
  const rows = await ctx.db
    .select({ teamId: conversations.teamId, count: count() })
    .from(conversations)
    .where(
      and(
        eq(conversations.companyId, ctx.company.id),
        isPresent(conversations.status),
        isNotNull(conversations.teamId),
      ),
    )
    .groupBy(conversations.teamId)
  return new Map(rows.map((row) => [row.teamId, row.count]))
}

export const insertTeam = async (
  ctx: CompanyCtx,
  row: Omit<TeamRow, 'companyId' | 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await unlessTaken(ctx.db.insert(teams).values({ ...row, companyId: ctx.company.id }))
}

export const updateTeam = async (ctx: CompanyCtx, id: string, change: Change): Promise<void> => {
  await unlessTaken(
    ctx.db
      .update(teams)
      .set({ ...change, version: nextVersion, updatedAt: ctx.now() })
      .where(isThis(ctx, id)),
  )
}

export const deleteTeam = async (ctx: CompanyCtx, id: string): Promise<void> => {
  await ctx.db.delete(teams).where(isThis(ctx, id))
}

export const replaceTeamMembers = async (
  ctx: CompanyCtx,
  teamId: string,
  members: readonly { userId: string; lead: boolean }[],
): Promise<void> => {
  await ctx.db.delete(teamMembers).where(and(eq(teamMembers.companyId, ctx.company.id), eq(teamMembers.teamId, teamId)))
  if (members.length === 0) return
  const rows = members.map((member) => ({ ...member, teamId, companyId: ctx.company.id }))
  await ctx.db.insert(teamMembers).values(rows).onConflictDoNothing()
}

/** Locks the teams that `which` names, each in its turn, so that two who change several do not wait for each other. */
const lockTeams = async (ctx: Ctx, companyId: string, which: SQL | undefined): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.companyId, companyId), which))
    .orderBy(teams.id)
    .for('no key update')
  return rows.map((row) => row.id)
}

const raiseVersions = async (ctx: Ctx, teamIds: string[]): Promise<void> => {
  if (teamIds.length > 0) await ctx.db.update(teams).set({ version: nextVersion }).where(inArray(teams.id, teamIds))
}

/** Puts a person into those of the teams that the company still has. */
export const insertMemberships = async (ctx: Ctx, companyId: string, userId: string, teamIds: string[]) => {
  if (teamIds.length === 0) return
  const known = await lockTeams(ctx, companyId, inArray(teams.id, teamIds))
  if (known.length === 0) return
  const joined = await ctx.db
    .insert(teamMembers)
    .values(known.map((teamId) => ({ teamId, companyId, userId })))
    .onConflictDoNothing()
    .returning({ teamId: teamMembers.teamId })
  await raiseVersions(
    ctx,
    joined.map((row) => row.teamId),
  )
}

/** Takes a person out of every team but these. */
export const deleteMemberships = async (
  ctx: Ctx,
  companyId: string,
  userId: string,
  exceptIds: string[] = [],
): Promise<void> => {
  const left = and(
    eq(teamMembers.companyId, companyId),
    eq(teamMembers.userId, userId),
    notInArray(teamMembers.teamId, exceptIds),
  )
  const memberships = ctx.db.select({ teamId: teamMembers.teamId }).from(teamMembers).where(left)
  await raiseVersions(ctx, await lockTeams(ctx, companyId, inArray(teams.id, memberships)))
  await ctx.db.delete(teamMembers).where(left)
}

/** Takes a label out of what teams put on their conversations. */
export const forgetDefaultLabel = async (ctx: CompanyCtx, labelId: string): Promise<void> => {
  await ctx.db
    .update(teams)
    .set({ defaultLabelIds: sql`array_remove(${teams.defaultLabelIds}, ${labelId}::uuid)`, version: nextVersion })
    .where(and(eq(teams.companyId, ctx.company.id), sql`${labelId}::uuid = any(${teams.defaultLabelIds})`))
}
