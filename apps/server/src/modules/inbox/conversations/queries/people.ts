import type { Presence } from '@recado/contracts/automation/presence'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing, folded } from '#server/db/like.ts'
import { shownPresence } from '#server/db/presence.ts'
import { canSeePlace, type Place } from '#server/modules/inbox/visibility/index.ts'

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
