import { and, eq, inArray, ne } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { businessHours } from '#server/db/schema/companies/business-hours.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { contactLists } from '#server/db/schema/contacts/lists.ts'
import { segments } from '#server/db/schema/contacts/segments.ts'
import { contactTags } from '#server/db/schema/contacts/tags.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'

/** Lets one change of a company's settings wait for the other. */
export const lockSettings = async (ctx: CompanyCtx): Promise<void> => {
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, ctx.company.id)).for('no key update')
}

const ofCompany = { businessHours, channels, labels, lists: contactLists, segments, tags: contactTags, teams }

/** Those of the ids that the company has. */
export const findIds = async (ctx: CompanyCtx, kind: keyof typeof ofCompany, ids: string[]): Promise<string[]> => {
  const table = ofCompany[kind]
  const rows = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.companyId, ctx.company.id), inArray(table.id, ids)))
  return rows.map((row) => row.id)
}

/** Those of the users who are members of the company, invited ones left out. */
export const findMemberIds = async (ctx: CompanyCtx, ids: string[]): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: companyMembers.userId })
    .from(companyMembers)
    .where(
      and(
        eq(companyMembers.companyId, ctx.company.id),
        inArray(companyMembers.userId, ids),
        ne(companyMembers.status, 'invited'),
      ),
    )
  return rows.map((row) => row.id)
}
