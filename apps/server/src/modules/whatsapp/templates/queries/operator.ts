import { and, asc, eq, exists, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { operatorChannels } from '#server/db/schema/admin/operators.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'

/** Accounts with a connected number that the operator looks after; all accounts for null. */
export const listOperatorAccounts = (ctx: Ctx, userId: string | null) => {
  const given = ctx.db
    .select({ one: sql`1` })
    .from(operatorChannels)
    .where(and(eq(operatorChannels.channelId, channels.id), eq(operatorChannels.userId, userId ?? '')))
  return ctx.db
    .selectDistinct({
      id: waAccounts.id,
      companyId: waAccounts.companyId,
      companyName: companies.name,
    })
    .from(waAccounts)
    .innerJoin(companies, eq(companies.id, waAccounts.companyId))
    .innerJoin(channels, and(eq(channels.waAccountId, waAccounts.id), isNull(channels.disconnectedAt)))
    .where(userId === null ? undefined : exists(given))
    .orderBy(asc(companies.name), asc(waAccounts.id))
}

export const findCompany = async (ctx: Ctx, id: string) => {
  const rows = await ctx.db.select().from(companies).where(eq(companies.id, id)).limit(1)
  return rows[0] ?? null
}
