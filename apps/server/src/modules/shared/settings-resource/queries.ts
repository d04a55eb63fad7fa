import { and, eq, inArray, ne } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { cannedReplies, channels, companies, companyMembers, labels, teams } from '#server/db/schema/index.ts'

/** Lets one change of the desk's settings wait for the other. */
export const lockDesk = async (ctx: CompanyCtx): Promise<void> => {
  await ctx.db.select({ id: companies.id }).from(companies).where(eq(companies.id, ctx.company.id)).for('no key update')
}

const ofCompany = { labels, teams, cannedReplies }

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

/** Those of the channels that the company has connected. */
export const findChannelIds = async (ctx: CompanyCtx, ids: string[]): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.companyId, ctx.company.id), inArray(channels.id, ids)))
  return rows.map((row) => row.id)
}
