import { eq } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'

/** Names of the company's labels by their ids. */
export const listLabelNames = async (ctx: CompanyCtx): Promise<Map<string, string>> => {
  const rows = await ctx.db
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(eq(labels.companyId, ctx.company.id))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
