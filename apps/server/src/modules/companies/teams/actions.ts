import type { EndpointInput } from '@recado/contracts'
import { autoAssign, type createTeam, type Team, type updateTeam } from '@recado/contracts/companies/teams'
import { settingsLimit } from '@recado/contracts/shared/settings-limit'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  assertOwned,
  changeSettings,
  forgetReferences,
  found,
  type RemovedSetting,
  settingsResource,
} from '#server/modules/shared/settings-resource/index.ts'
import * as queries from './queries.ts'

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

type Input = EndpointInput<typeof createTeam>['body']
type Change = Omit<EndpointInput<typeof updateTeam>['body'], 'version'>

const assertReferences = async (tx: CompanyCtx, { businessHoursId, defaultLabelIds = [], members = [] }: Change) => {
  await assertOwned(tx, 'businessHours', businessHoursId ? [businessHoursId] : [], 'businessHoursId')
  await assertOwned(tx, 'labels', defaultLabelIds, 'defaultLabelIds')
  const userIds = members.map((member) => member.userId)
  await assertOwned(tx, 'members', userIds, 'members')
}

export const teams = settingsResource({
  noun: 'team',
  limit: settingsLimit,
  count: queries.countTeams,
  find: queries.findTeam,
  nameOf: ({ name }) => name,
  viewOf: async (tx, row) => {
    const members = await queries.listTeamMembers(tx, row.id)
    const open = await queries.countOpenByTeam(tx)
    return teamOf(row, members, open.get(row.id) ?? 0)
  },
  insert: async (tx, { members, ...input }: Input) => {
    await assertReferences(tx, { ...input, members })
    const id = newId()
    await queries.insertTeam(tx, { ...input, id })
    await queries.replaceTeamMembers(tx, id, members)
    return found(await queries.findTeam(tx, id))
  },
  update: async (tx, { id }, { members, ...change }: Change) => {
    await assertReferences(tx, { ...change, members })
    await queries.updateTeam(tx, id, given(change))
    if (members) await queries.replaceTeamMembers(tx, id, members)
    return found(await queries.findTeam(tx, id))
  },
  remove: async (tx, { id }) => {
    await queries.deleteTeam(tx, id)
    await forgetReferences(tx, { teamId: id })
  },
})

/** Throws `validation_failed` unless the company has all of these teams. */
export const assertTeams = (ctx: CompanyCtx, teamIds: readonly string[]): Promise<void> =>
  assertOwned(ctx, 'teams', teamIds, 'teamIds')

/** Makes these the teams of a member. Throws `validation_failed` for one that the company does not have. */
export const setMemberTeams = (ctx: CompanyCtx, userId: string, teamIds: string[]): Promise<void> =>
  changeSettings(ctx, async (tx) => {
    await assertTeams(tx, teamIds)
    await queries.deleteMemberships(tx, tx.company.id, userId, teamIds)
    await queries.insertMemberships(tx, tx.company.id, userId, teamIds)
  })

/** Puts a new member into the teams that the invitation named, as far as they still exist. */
export const joinTeams = (tx: Ctx, companyId: string, userId: string, teamIds: string[]): Promise<void> =>
  queries.insertMemberships(tx, companyId, userId, teamIds)

/** Removes a former member from the company's teams. */
export const leaveTeams = (tx: Ctx, companyId: string, userId: string): Promise<void> =>
  queries.deleteMemberships(tx, companyId, userId)

/** Teams put a label that is gone on their conversations no longer. */
export const forgetDefaultLabel = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if ('labelId' in removed) await queries.forgetDefaultLabel(tx, removed.labelId)
}
