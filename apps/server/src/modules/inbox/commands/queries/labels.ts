import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'

/** Those of these labels that are the company's. */
export const findLabels = async (ctx: CompanyCtx, ids: readonly string[]): Promise<{ id: string; name: string }[]> => {
  if (ids.length === 0) return []
  return ctx.db
    .select({ id: labels.id, name: labels.name })
    .from(labels)
    .where(and(eq(labels.companyId, ctx.company.id), inArray(labels.id, [...ids])))
}
