import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

/** Two of the company's connected numbers, if it has so many. */
export const findConnectedIds = async (ctx: CompanyCtx): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.companyId, ctx.company.id), isNull(channels.disconnectedAt)))
    .limit(2)
  return rows.map(({ id }) => id)
}
