import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { outboundSends } from '#server/db/schema/whatsapp/sending.ts'

/** A company that a person belongs to, and whether as admin. */
export const findAdminCompany = async (ctx: Ctx, userId: string, companyId: string) => {
  const rows = await ctx.db
    .select({ role: companyMembers.role })
    .from(companyMembers)
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.userId, userId),
        eq(companyMembers.status, 'active'),
      ),
    )
    .limit(1)
  const [row] = rows
  return row ? { admin: row.role === 'admin' } : null
}

/** Messages that still wait to leave by a channel. */
export const countWaitingSends = async (ctx: Ctx, companyId: string, channelId: string): Promise<number> => {
  const rows = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(outboundSends)
    .where(and(eq(outboundSends.companyId, companyId), eq(outboundSends.channelId, channelId)))
  return rows[0]?.count ?? 0
}

/** Whether files of messages since a moment still have to be fetched from Meta, which takes the channel's token. */
export const hasWaitingFiles = async (ctx: Ctx, companyId: string, channelId: string, since: Date) => {
  const rows = await ctx.db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(messageMedia, and(eq(messageMedia.companyId, companyId), eq(messageMedia.messageId, messages.id)))
    .where(
      and(
        eq(messages.companyId, companyId),
        eq(messages.channelId, channelId),
        gt(messages.occurredAt, since),
        eq(messages.direction, 'in'),
        eq(messageMedia.state, 'waiting'),
      ),
    )
    .limit(1)
  return rows.length > 0
}
