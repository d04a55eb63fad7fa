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
