import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

export type ConversationFacts = {
  id: string
  companyId: string
  assigneeId: string | null
  teamId: string | null
  teamName: string | null
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
  followers: string[]
}

/** Members who follow a conversation and may see it. */
const followersOf = sql<string[]>`array(select f.user_id from conversation_participants f
  join company_members m on m.company_id = f.company_id and m.user_id = f.user_id and m.status = 'active'
  where f.company_id = v.company_id and f.conversation_id = v.id and f.following
    and (m.visibility = 'all' or m.user_id = v.assignee_id or (m.visibility = 'teams' and exists (
      select 1 from team_members tm where tm.team_id = v.team_id and tm.user_id = m.user_id))))`

/** What people are told of conversations. Prepared: planning it takes several times as long as running it. */
export const findConversationFacts = (
  ctx: Pick<Ctx, 'db'>,
  keys: readonly { companyId: string; id: string }[],
): Promise<ConversationFacts[]> =>
  ctx.db
    .select({
      id: sql<string>`v.id`,
      companyId: sql<string>`v.company_id`,
      assigneeId: sql<string | null>`v.assignee_id`,
      teamId: sql<string | null>`t.id`,
      teamName: sql<string | null>`t.name`,
      name: sql<string | null>`p.name`,
      profileName: sql<string | null>`p.profile_name`,
      phone: sql<string | null>`p.phone`,
      username: sql<string | null>`i.username`,
      followers: followersOf,
    })
    .from(
      sql`unnest(${sql.placeholder('companies')}::uuid[], ${sql.placeholder('conversations')}::uuid[]) as k(company_id, id)
        join conversations v on v.company_id = k.company_id and v.id = k.id
        join contacts p on p.company_id = v.company_id and p.id = v.contact_id
        left join contact_identities i on i.company_id = v.company_id and i.id = v.identity_id
        left join teams t on t.id = v.team_id`,
    )
    .prepare('conversation_facts')
    .execute({ companies: keys.map(({ companyId }) => companyId), conversations: keys.map(({ id }) => id) })

/** Members of a team who see its queue. */
export const findQueueWatchers = async (ctx: Pick<Ctx, 'db'>, companyId: string, teamId: string): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.user_id as id from team_members tm
    join company_members m on m.company_id = tm.company_id and m.user_id = tm.user_id
    where tm.team_id = ${teamId} and m.company_id = ${companyId} and m.status = 'active' and m.visibility <> 'assigned'`)
  return result.rows.map(({ id }) => id)
}

/** The conversations of some contacts. */
export const listConversationIds = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  contactIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from conversations
    where company_id = ${companyId} and contact_id = any(${sql.param([...contactIds])}::uuid[])`)
  return rows.map(({ id }) => id)
}
