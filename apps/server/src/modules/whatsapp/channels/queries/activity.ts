import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channelEvents, channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'

export const listEvents = (ctx: Ctx, companyId: string, channelId: string, limit: number) =>
  ctx.db
    .select()
    .from(channelEvents)
    .where(and(eq(channelEvents.companyId, companyId), eq(channelEvents.channelId, channelId)))
    .orderBy(desc(channelEvents.createdAt), desc(channelEvents.id))
    .limit(limit)

/** Errors of a channel's messages since a moment, those met most first. By the index over a company's recent messages. */
export const listErrors = (ctx: Ctx, companyId: string, channelId: string, since: Date) =>
  ctx.db
    .select({
      code: messages.errorCode,
      count: sql<number>`count(*)::int`,
      lastAt: sql<Date>`max(${messages.occurredAt})`.mapWith(messages.occurredAt),
    })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, companyId),
        sql`${messages.occurredAt} >= ${since.toISOString()}::timestamptz`,
        eq(messages.channelId, channelId),
        eq(messages.status, 'failed'),
      ),
    )
    .groupBy(messages.errorCode)
    .orderBy(desc(sql`count(*)`))
    .limit(200)

/** Other companies of a person that have numbers in the same portfolio. */
export const countSharing = async (
  ctx: Ctx,
  userId: string,
  companyId: string,
  portfolioId: string,
): Promise<number> => {
  const rows = await ctx.db
    .select({ count: sql<number>`count(distinct ${channels.companyId})::int` })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .innerJoin(companyMembers, and(eq(companyMembers.companyId, channels.companyId), eq(companyMembers.userId, userId)))
    .where(
      and(
        eq(waAccounts.portfolioId, portfolioId),
        ne(channels.companyId, companyId),
        isNull(channels.disconnectedAt),
        eq(companyMembers.status, 'active'),
      ),
    )
  return rows[0]?.count ?? 0
}
