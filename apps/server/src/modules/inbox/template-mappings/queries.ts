import type { TemplateMapping } from '@recado/contracts/inbox/template-mappings'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { templateMappings } from '#server/db/schema/inbox/template-mappings.ts'

/** For how many templates a member's values are remembered: the most recently sent ones. */
export const MOST_MAPPINGS = 200

type Row = { name: string; language: string; mapping: TemplateMapping }

/** How the reader fills each template, or else how the last member who sent it did. */
export const findMappings = async (ctx: CompanyCtx & UserCtx): Promise<Row[]> => {
  const { companyId, name, language, mapping, userId, updatedAt } = templateMappings
  return ctx.db
    .selectDistinctOn([name, language], { name, language, mapping })
    .from(templateMappings)
    .where(eq(companyId, ctx.company.id))
    .orderBy(name, language, desc(eq(userId, ctx.actor.userId)), desc(updatedAt))
}

/** Remembers how the actor fills a template, and forgets the templates that they sent longest ago. */
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
