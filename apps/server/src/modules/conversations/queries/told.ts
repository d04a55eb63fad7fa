import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

export type ToldConversation = {
  id: string
  companyId: string
  assigneeId: string | null
  teamId: string | null
  teamName: string | null
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
  /** Members who follow it and may see it. */
  followers: string[]
}

/** What people are told of conversations. */
export const findToldConversations = async (
  ctx: Pick<Ctx, 'db'>,
  keys: readonly { companyId: string; id: string }[],
): Promise<ToldConversation[]> => {
  const result = await ctx.db.execute<ToldConversation>(sql`
    select v.id, v.company_id as "companyId", v.assignee_id as "assigneeId", t.id as "teamId", t.name as "teamName", p.name,
      p.profile_name as "profileName", p.phone, i.username,
      array(select f.user_id from conversation_participants f
        join company_members m on m.company_id = f.company_id and m.user_id = f.user_id and m.status = 'active'
        where f.company_id = v.company_id and f.conversation_id = v.id and f.following
          and (m.visibility = 'all' or m.user_id = v.assignee_id or (m.visibility = 'teams' and exists (
            select 1 from team_members tm where tm.team_id = v.team_id and tm.user_id = m.user_id)))) as followers
    from unnest(${sql.param(keys.map(({ companyId }) => companyId))}::uuid[], ${sql.param(keys.map(({ id }) => id))}::uuid[])
      as k(company_id, id)
    join conversations v on v.company_id = k.company_id and v.id = k.id
    join contacts p on p.company_id = v.company_id and p.id = v.contact_id
    left join contact_identities i on i.company_id = v.company_id and i.id = v.identity_id
    left join teams t on t.id = v.team_id`)
  return result.rows
}

/** Members of a team who see its queue. */
export const findQueueWatchers = async (ctx: Pick<Ctx, 'db'>, companyId: string, teamId: string): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select m.user_id as id from team_members tm
    join company_members m on m.company_id = tm.company_id and m.user_id = tm.user_id
    where tm.team_id = ${teamId} and m.company_id = ${companyId} and m.status = 'active' and m.visibility <> 'assigned'`)
  return result.rows.map(({ id }) => id)
}
