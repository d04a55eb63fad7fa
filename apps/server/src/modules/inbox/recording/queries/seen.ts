import { statusRank } from '@recado/contracts/inbox/messages'
import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

export type Seen = { companyId: string; messageId: string; at: Date }

/** Counts messages as read that a person did something with, which Meta does not report of those who hide it. */
export const markSeen = async ({ db }: Pick<Ctx, 'db'>, seen: readonly Seen[]): Promise<void> => {
  if (seen.length === 0) return
  await db.execute(sql`
    update messages m set delivered_at = coalesce(m.delivered_at, t.at), read_at = t.at,
      status = case when m.status_rank < ${statusRank.read} then 'read' else m.status end,
      status_rank = greatest(m.status_rank, ${statusRank.read})
    from json_to_recordset(${JSON.stringify(seen)}::json) as t("companyId" uuid, "messageId" uuid, at timestamptz)
    where m.company_id = t."companyId" and m.id = t."messageId" and m.wamid is not null and m.read_at is null`)
}
