import type { TemplateMapping } from '@recado/contracts/inbox/template-mappings'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { templateMappings } from '#server/db/schema/inbox/template-mappings.ts'

/** Of how many templates a member's filling is remembered: those that they sent last. */
export const MOST_MAPPINGS = 200

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

/** Remembers how the actor fills a template, and puts away what they have not sent for longest. */
export const saveMapping = async (ctx: CompanyCtx & UserCtx, row: Row): Promise<void> => {
  const { companyId, name, language, userId, updatedAt } = templateMappings
  const own = { companyId: ctx.company.id, userId: ctx.actor.userId }
  await ctx.db
    .insert(templateMappings)
    .values({ ...own, ...row, updatedAt: ctx.now() })
    .onConflictDoUpdate({
      target: [companyId, name, language, userId],
      set: { mapping: row.mapping, updatedAt: ctx.now() },
    })
  const isOwn = and(eq(companyId, own.companyId), eq(userId, own.userId))
  const older = ctx.db
    .select({ name, language })
    .from(templateMappings)
    .where(isOwn)
    .orderBy(desc(updatedAt), name, language)
    .offset(MOST_MAPPINGS)
  await ctx.db.delete(templateMappings).where(and(isOwn, sql`(${name}, ${language}) in ${older}`))
}
