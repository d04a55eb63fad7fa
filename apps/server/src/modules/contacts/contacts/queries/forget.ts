import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'

/** Drops the values of a field that is removed from every contact of the company. */
export const forgetAttribute = async (ctx: CompanyCtx, key: string): Promise<void> => {
  await ctx.db
    .update(contacts)
    .set({
      attributes: sql`${contacts.attributes} - ${key}::text`,
      version: sql`${contacts.version} + 1`,
      updatedAt: ctx.now(),
    })
    .where(and(eq(contacts.companyId, ctx.company.id), sql`${contacts.attributes} ? ${key}::text`))
}

/** Whether two contacts have the same value of a field. */
export const hasRepeated = async (ctx: CompanyCtx, key: string): Promise<boolean> => {
  const { rows } = await ctx.db.execute(sql`
    select 1 from contacts c where c.company_id = ${ctx.company.id} and c.deleted_at is null and c.attributes ? ${key}::text
    group by c.attributes->>${key}::text having count(*) > 1 limit 1`)
  return rows.length > 0
}
