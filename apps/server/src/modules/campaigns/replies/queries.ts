import type { ReplyTarget } from '@recado/contracts/campaigns/content'
import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaignReplies } from '#server/db/schema/campaigns/replies.ts'

type Taken = Pick<typeof campaignReplies.$inferInsert, 'messageId' | 'answeredId' | 'campaignId' | 'button'>

/** Notes that an answer goes by a route; false when it went by one before, or the route takes one answer of a person alone. */
export const insertTaken = async (tx: CompanyCtx, taken: Taken): Promise<boolean> => {
  const rows = await tx.db
    .insert(campaignReplies)
    .values({ ...taken, companyId: tx.company.id, takenAt: tx.now() })
    .onConflictDoNothing()
    .returning({ messageId: campaignReplies.messageId })
  return rows.length > 0
}

/** Notes what of the route was gone. */
export const updateGone = async (tx: CompanyCtx, messageId: string, gone: ReplyTarget[]): Promise<void> => {
  await tx.db
    .update(campaignReplies)
    .set({ gone })
    .where(and(eq(campaignReplies.companyId, tx.company.id), eq(campaignReplies.messageId, messageId)))
}

/** How many answers went by each route of a campaign, and for how many of them something was gone. */
export const findTaken = async (
  ctx: CompanyCtx,
  campaignId: string,
): Promise<{ button: string | null; count: number; gone: number }[]> => {
  const { rows } = await ctx.db.execute<{ button: string | null; count: number; gone: number }>(sql`
    select nullif(button, '') as button, count(*)::int as count, count(*) filter (where gone <> '{}')::int as gone
    from campaign_replies where company_id = ${ctx.company.id} and campaign_id = ${campaignId}
    group by 1 order by 2 desc, 1`)
  return rows
}
