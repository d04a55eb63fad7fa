import { sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'

/** Makes these people followers who were named just now. */
export const saveMentions = async (
  ctx: CompanyCtx,
  conversationId: string,
  userIds: readonly string[],
): Promise<void> => {
  if (userIds.length === 0) return
  await ctx.db.execute(sql`
    insert into conversation_participants (company_id, conversation_id, user_id, following, mentioned_at)
    select ${ctx.company.id}::uuid, ${conversationId}::uuid, id, true, ${ctx.now().toISOString()}::timestamptz
    from unnest(${sql.param([...userIds])}::uuid[]) as id
    on conflict (company_id, conversation_id, user_id) do update set following = true, mentioned_at = excluded.mentioned_at`)
}

/** Whether the person hears of what happens in the conversation. */
export const saveFollowing = async (
  ctx: CompanyCtx,
  conversationId: string,
  userId: string,
  following: boolean,
): Promise<void> => {
  await ctx.db.execute(sql`
    insert into conversation_participants (company_id, conversation_id, user_id, following)
    values (${ctx.company.id}, ${conversationId}, ${userId}, ${following})
    on conflict (company_id, conversation_id, user_id) do update set following = excluded.following`)
}

/** Marks the member's mention as seen; returns whether there was one. */
export const markSeen = async (ctx: CompanyCtx, conversationId: string, userId: string): Promise<boolean> => {
  const result = await ctx.db.execute(sql`
    update conversation_participants set seen_at = ${ctx.now().toISOString()}::timestamptz
    where company_id = ${ctx.company.id} and conversation_id = ${conversationId} and user_id = ${userId}
      and mentioned_at > coalesce(seen_at, '-infinity') returning 1`)
  return result.rows.length > 0
}

export type ParticipantRow = { id: string; name: string; avatarFileId: string | null }

/** Followers, by name. */
export const findFollowers = async (
  ctx: Pick<Ctx, 'db'>,
  companyId: string,
  conversationId: string,
): Promise<ParticipantRow[]> => {
  const result = await ctx.db.execute<ParticipantRow>(sql`
    select u.id, u.name, u.avatar_file_id as "avatarFileId" from conversation_participants p
    join company_members m on m.company_id = p.company_id and m.user_id = p.user_id and m.status <> 'invited'
    join users u on u.id = p.user_id and u.status <> 'deleted'
    where p.company_id = ${companyId} and p.conversation_id = ${conversationId} and p.following order by u.name, u.id`)
  return result.rows
}
