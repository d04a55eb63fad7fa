import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

export type ToldConversation = {
  id: string
  companyId: string
  assigneeId: string | null
  name: string | null
  profileName: string | null
  phone: string | null
  username: string | null
}

/** What people are told of conversations. */
export const findToldConversations = async (
  ctx: Pick<Ctx, 'db'>,
  keys: readonly { companyId: string; id: string }[],
): Promise<ToldConversation[]> => {
  const result = await ctx.db.execute<ToldConversation>(sql`
    select v.id, v.company_id as "companyId", v.assignee_id as "assigneeId", p.name,
      p.profile_name as "profileName", p.phone, i.username
    from unnest(${sql.param(keys.map(({ companyId }) => companyId))}::uuid[], ${sql.param(keys.map(({ id }) => id))}::uuid[])
      as k(company_id, id)
    join conversations v on v.company_id = k.company_id and v.id = k.id
    join contacts p on p.company_id = v.company_id and p.id = v.contact_id
    left join contact_identities i on i.company_id = v.company_id and i.id = v.identity_id`)
  return result.rows
}
