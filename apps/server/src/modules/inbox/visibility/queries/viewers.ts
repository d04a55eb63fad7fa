import type { Presence } from '@recado/contracts/automation/presence'
import { eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { containing, folded } from '#server/db/like.ts'
import { shownPresence } from '#server/db/presence.ts'
import { companies } from '#server/db/schema/companies/companies.ts'

export type AssigneeRow = {
  id: string
  name: string
  avatarFileId: string | null
  presence: Presence
  openConversations: number
  teamIds: string[]
}

/** Which members are wanted, in the order of names. */
export type PeopleFilter = {
  search?: string | undefined
  /** Only this user. */
  id?: string | undefined
  after: { name: string; id: string } | null
  limit: number
}

const isWanted = ({ search, id, after }: PeopleFilter) =>
  sql.join(
    [
      ...(search ? [sql`and ${folded(sql`u.name`)} like ${folded(containing(search))}`] : []),
      ...(id ? [sql`and u.id = ${id}::uuid`] : []),
      ...(after ? [sql`and (u.name, u.id) > (${after.name}, ${after.id}::uuid)`] : []),
    ],
    sql` `,
  )

/** Members of the company, by name, online only while a browser is connected, with what they have to do: conversations that are not resolved nor put aside. */
export const findAssignees = async (ctx: CompanyCtx, filter: PeopleFilter): Promise<AssigneeRow[]> => {
  const result = await ctx.db.execute<AssigneeRow>(sql`
    select u.id, u.name, u.avatar_file_id as "avatarFileId", ${shownPresence} as presence,
      (select count(*)::int from conversations c where c.company_id = ${ctx.company.id} and c.assignee_id = u.id
        and c.status <> 'resolved' and c.status <> 'snoozed') as "openConversations",
      array(select t.team_id from team_members t where t.company_id = ${ctx.company.id} and t.user_id = u.id) as "teamIds"
    from company_members join users u on u.id = company_members.user_id and u.status <> 'deleted'
    where company_members.company_id = ${ctx.company.id} and company_members.status <> 'invited' ${isWanted(filter)}
    order by u.name, u.id limit ${filter.limit}`)
  return result.rows
}

type Place = { companyId: string; assigneeId: string | null; teamId: string | null }

/** The rule of `isVisible`, asked about a row `m` of `company_members`. */
const canSeePlace = (place: Place) => sql`(m.visibility = 'all' or m.user_id = ${place.assigneeId}::uuid
  or (m.visibility = 'teams' and exists (select 1 from team_members tm where tm.company_id = m.company_id
    and tm.user_id = m.user_id and tm.team_id = ${place.teamId}::uuid)))`

export type ColleagueRow = Pick<AssigneeRow, 'id' | 'name' | 'avatarFileId'>

/** Members of the company, by name; with a place only those who may see what is there. */
export const findColleagues = async (
  ctx: CompanyCtx,
  filter: PeopleFilter,
  place: Place | null,
): Promise<ColleagueRow[]> => {
  const result = await ctx.db.execute<ColleagueRow>(sql`
    select u.id, u.name, u.avatar_file_id as "avatarFileId"
    from company_members m join users u on u.id = m.user_id and u.status <> 'deleted'
    where m.company_id = ${ctx.company.id} and m.status <> 'invited' ${isWanted(filter)}
      ${place ? sql`and ${canSeePlace(place)}` : sql``}
    order by u.name, u.id limit ${filter.limit}`)
  return result.rows
}

/** Who of these people may see a conversation. */
export const findViewers = async (
  ctx: Pick<Ctx, 'db'>,
  place: Place,
  userIds: readonly string[],
): Promise<Set<string>> => {
  if (userIds.length === 0) return new Set()
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.user_id as id from company_members m join users u on u.id = m.user_id and u.status <> 'deleted'
    where m.company_id = ${place.companyId} and m.user_id = any(${sql.param([...userIds])}::uuid[]) and m.status <> 'invited'
      and ${canSeePlace(place)}`)
  return new Set(result.rows.map(({ id }) => id))
}

/** Members of the company who do not see every conversation, with the teams they see. */
export type LimitedMember = { userId: string; visibility: 'teams' | 'assigned'; teamIds: string[] }

/** The rule of `isVisible` for one of them. */
export const sees = (
  member: LimitedMember,
  { assigneeId, teamId }: Pick<PlacedConversation, 'assigneeId' | 'teamId'>,
): boolean =>
  assigneeId === member.userId || (member.visibility === 'teams' && teamId !== null && member.teamIds.includes(teamId))

export const findLimitedMembers = async (ctx: Pick<Ctx, 'db'>, companyId: string): Promise<LimitedMember[]> => {
  const result = await ctx.db.execute<LimitedMember>(sql`
    select m.user_id as "userId", m.visibility,
      array(select tm.team_id from team_members tm where tm.company_id = m.company_id and tm.user_id = m.user_id) as "teamIds"
    from company_members m where m.company_id = ${companyId} and m.visibility <> 'all'`)
  return result.rows
}

/** Whether the company has the chat. */
export const hasChat = async (ctx: Pick<Ctx, 'db'>, companyId: string): Promise<boolean> => {
  const [row] = await ctx.db
    .select({ blocks: companies.accessBlocks })
    .from(companies)
    .where(eq(companies.id, companyId))
  return row?.blocks.includes('whatsapp_chat') ?? false
}

export type PlacedConversation = { id: string; assigneeId: string | null; teamId: string | null }

/** Whose these conversations are. */
export const findPlaces = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  ids: readonly string[],
): Promise<PlacedConversation[]> => {
  const result = await ctx.db.execute<PlacedConversation>(sql`
    select c.id, c.assignee_id as "assigneeId", c.team_id as "teamId" from conversations c
    where c.company_id = ${companyId} and c.id = any(${sql.param([...ids])}::uuid[])`)
  return result.rows
}

/** Members who see a conversation only by its assignee or team as they are now. */
export const findFormerViewers = async (ctx: CompanyCtx, place: Place): Promise<string[]> => {
  const limited = await findLimitedMembers(ctx, place.companyId)
  return limited.flatMap((member) => (sees(member, place) ? [member.userId] : []))
}

/** Who these people are, by name. */
export const findPeopleByIds = async (
  ctx: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> => {
  if (ids.length === 0) return []
  const result = await ctx.db.execute<{ id: string; name: string }>(
    sql`select u.id, u.name from users u where u.id = any(${sql.param([...ids])}::uuid[]) order by u.name, u.id`,
  )
  return result.rows
}
