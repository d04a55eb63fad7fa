import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../context.ts'

export const readReceived = async (
  _ctx: Ctx,
  ids: readonly string[],
): Promise<{ subscriberId: string; message: Record<string, unknown> }[]> => {
  const { rows } = await _ctx.db.execute<{ id: string; s: string; content: string }>(
    sql`select id, subscriber_id as s, content, false as seen, false as read from notification_messages where id = any(${sql.param(ids)}::text[]) order by id`,
  )
  return rows.map(({ s, id, ...rest }) => ({ subscriberId: s, message: { _id: id, ...rest } }))
}

export const readCounts = async (
  ctx: Ctx,
  ids: readonly string[],
  limit: number,
): Promise<Map<string, { unseen: number; unread: number }>> => {
  const { rows } = await ctx.db.execute<{ id: string; unseen: number; unread: number }>(
    sql`select s.id, (select count(*)::int from (select 1 from notification_messages m where m.subscriber_id = s.id and channel = 'in_app' and deleted_at is null and seen_at is null limit ${limit}) a) as unseen,
    (select count(*)::int from (select 1 from notification_messages m where m.subscriber_id = s.id and channel = 'in_app' and deleted_at is null and read_at is null limit ${limit}) a) as unread
    from unnest(${sql.param(ids)}::text[]) s(id)`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
