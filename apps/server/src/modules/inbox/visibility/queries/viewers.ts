import { eq, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'

/** What decides who sees a conversation. */
export type Place = { companyId: string; assigneeId: string | null; teamId: string | null }

/** The rule of `isVisible`, asked about a row `m` of `company_members`. */
export const canSeePlace = (place: Place) => sql`(m.visibility = 'all' or m.user_id = ${place.assigneeId}::uuid
  or (m.visibility = 'teams' and exists (select 1 from team_members tm where tm.company_id = m.company_id
    and tm.user_id = m.user_id and tm.team_id = ${place.teamId}::uuid)))`

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
