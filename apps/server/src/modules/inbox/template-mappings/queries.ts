import type { TemplateMapping } from '@recado/contracts/inbox/template-mappings'
import { desc, eq } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { templateMappings } from '#server/db/schema/inbox/template-mappings.ts'

type Row = { name: string; language: string; mapping: TemplateMapping }

/** Of each template how the reader fills it, else how whoever filled it last does. */
export const findMappings = async (ctx: CompanyCtx & UserCtx): Promise<Row[]> => {
  const { companyId, name, language, mapping, userId, updatedAt } = templateMappings
  return ctx.db
    .selectDistinctOn([name, language], { name, language, mapping })
    .from(templateMappings)
    .where(eq(companyId, ctx.company.id))
    .orderBy(name, language, desc(eq(userId, ctx.actor.userId)), desc(updatedAt))
}

export const keepMapping = async (ctx: CompanyCtx & UserCtx, row: Row): Promise<void> => {
  const { companyId, name, language, userId } = templateMappings
  await ctx.db
    .insert(templateMappings)
    .values({ companyId: ctx.company.id, userId: ctx.actor.userId, ...row })
    .onConflictDoUpdate({
      target: [companyId, name, language, userId],
      set: { mapping: row.mapping, updatedAt: ctx.now() },
    })
}
