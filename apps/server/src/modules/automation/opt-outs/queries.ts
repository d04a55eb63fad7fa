import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** The conversation with a person on a channel: the open one, else the last. */
export const findPersonConversation = async (
  ctx: CompanyCtx,
  channelId: string,
  identityId: string,
): Promise<string | null> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    select c.id from conversations c
    where c.company_id = ${ctx.company.id} and c.channel_id = ${channelId} and c.identity_id = ${identityId}
    order by (c.status = 'resolved'), c.created_at desc limit 1`)
  return result.rows[0]?.id ?? null
}
