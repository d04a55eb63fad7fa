import { desc, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'
import { settings } from '#server/db/schema/index.ts'

/** The settings of a host, else those that answer for every other. */
export const findSettings = async (ctx: Ctx, host: string) => {
  const rows = await ctx.db
    .select()
    .from(settings)
    .where(inArray(settings.host, [host, '*']))
    .orderBy(desc(sql`${settings.host} = ${host}`))
    .limit(1)
  return rows[0] ?? null
}
