import type { EndpointInput } from '@recado/contracts'
import { deskLimit } from '@recado/contracts/automation/desk-settings'
import { autoAssign, type createTeam, type Team, type updateTeam } from '@recado/contracts/companies/teams'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { forgetTeam } from '#server/modules/inbox/conversations/index.ts'
import { findBusinessHours } from '../queries/hours.ts'
import * as queries from '../queries/teams.ts'
import { assertAll, assertRoom, assertVersion, auditDesk, changeDesk, found, given } from './change.ts'
import { assertOurs, forgetReferences } from './references.ts'

type MemberRow = Awaited<ReturnType<typeof queries.listTeamMembers>>[number]

const teamOf = (row: queries.TeamRow, members: readonly MemberRow[], openConversations: number): Team => ({
  id: row.id,
  name: row.name,
  description: row.description,
  autoAssign: autoAssign.parse(row.autoAssign),
  businessHoursId: row.businessHoursId,
  defaultLabelIds: row.defaultLabelIds,
  members: members.map(({ userId, name, avatarFileId, lead, presence }) => ({
    userId,
    name,
    avatarUrl: avatarUrl(userId, avatarFileId),
    lead,
    presence,
  })),
  openConversations,
  version: row.version,
})

export const listTeams = async (ctx: CompanyCtx): Promise<Team[]> => {
  const [rows, members, open] = await Promise.all([
    queries.listTeams(ctx),
    queries.listTeamMembers(ctx),
    queries.countOpenByTeam(ctx),
  ])
  const membersOf = Map.groupBy(members, (member) => member.teamId)
  return rows.map((row) => teamOf(row, membersOf.get(row.id) ?? [], open.get(row.id) ?? 0))
}

const readTeam = async (ctx: CompanyCtx, id: string): Promise<Team> => {
  const row = found(await queries.findTeam(ctx, id))
  const members = await queries.listTeamMembers(ctx, id)
  const open = await queries.countOpenByTeam(ctx)
  return teamOf(row, members, open.get(id) ?? 0)
}

/** Throws `validation_failed` unless the company has these business hours. */
export const assertHours = async (ctx: CompanyCtx, id: string | null | undefined): Promise<void> => {
  if (id) assertAll('businessHoursId', [id], (await findBusinessHours(ctx, id)) ? [id] : [])
}

const assertNamed = async (tx: CompanyCtx, body: Partial<EndpointInput<typeof updateTeam>['body']>) => {
  await assertHours(tx, body.businessHoursId)
  await assertOurs(tx, 'labels', body.defaultLabelIds ?? [], 'defaultLabelIds')
  const people = (body.members ?? []).map((member) => member.userId)
  await assertOurs(tx, 'members', people, 'members')
}

export const addTeam = (ctx: CompanyCtx, { members, ...body }: EndpointInput<typeof createTeam>['body']) =>
  changeDesk(ctx, async (tx) => {
    assertRoom(await queries.countTeams(tx), deskLimit)
    await assertNamed(tx, { ...body, members })
    const row = { ...body, id: uuidv7() }
    await queries.insertTeam(tx, row)
    await queries.replaceTeamMembers(tx, row.id, members)
    await auditDesk(tx, 'team.created', row)
    return readTeam(tx, row.id)
  })

/** Changes a team that was read at `version`. Throws `conflict` when it is another by now. */
export const changeTeam = (
  ctx: CompanyCtx,
  id: string,
  { version, members, ...body }: EndpointInput<typeof updateTeam>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const before = found(await queries.findTeam(tx, id))
    if (before.version !== version) assertVersion(await readTeam(tx, id), version)
    await assertNamed(tx, { ...body, members })
    const change = given(body)
    await queries.updateTeam(tx, id, change)
    if (members) await queries.replaceTeamMembers(tx, id, members)
    await auditDesk(tx, 'team.updated', { ...before, ...change }, given({ ...change, members }))
    return readTeam(tx, id)
  })

export const removeTeam = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = found(await queries.findTeam(tx, id))
    await queries.deleteTeam(tx, id)
    await forgetTeam(tx, id)
    await forgetReferences(tx, { teamId: id })
    await auditDesk(tx, 'team.removed', row)
  })

/** Throws `validation_failed` unless the company has all of these teams. */
export const assertTeams = (ctx: CompanyCtx, teamIds: readonly string[]): Promise<void> =>
  assertOurs(ctx, 'teams', teamIds, 'teamIds')

/** Makes these the teams of a member. Throws `validation_failed` for one that the company does not have. */
export const setMemberTeams = (ctx: CompanyCtx, userId: string, teamIds: string[]): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    await assertTeams(tx, teamIds)
    await queries.deleteMemberships(tx, tx.company.id, userId, teamIds)
    await queries.insertMemberships(tx, tx.company.id, userId, teamIds)
  })

/** Puts a new member into the teams that the invitation named, as far as they still exist. */
export const joinTeams = (tx: Ctx, companyId: string, userId: string, teamIds: string[]): Promise<void> =>
  queries.insertMemberships(tx, companyId, userId, teamIds)

/** Takes somebody who leaves the company out of its teams. */
export const leaveTeams = (tx: Ctx, companyId: string, userId: string): Promise<void> =>
  queries.deleteMemberships(tx, companyId, userId)
