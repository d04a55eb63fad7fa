import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { portfolioReaches } from '#server/db/schema/whatsapp/channels.ts'
import { templateAccounts } from '#server/db/schema/whatsapp/templates.ts'

type Db = Pick<Ctx, 'db'>

/** When the templates of an account were last read from Meta. */
export const findTemplatesSyncedAt = async (ctx: Db, accountId: string): Promise<Date | null> => {
  const rows = await ctx.db
    .select({ at: templateAccounts.syncedAt })
    .from(templateAccounts)
    .where(eq(templateAccounts.waAccountId, accountId))
  return rows[0]?.at ?? null
}

/** How many people a portfolio's templates reached since a moment. */
export const countReached = async (ctx: Db, scope: string, since: Date): Promise<number> => {
  const rows = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(portfolioReaches)
    .where(and(eq(portfolioReaches.scope, scope), gt(portfolioReaches.at, since)))
  return rows[0]?.count ?? 0
}
