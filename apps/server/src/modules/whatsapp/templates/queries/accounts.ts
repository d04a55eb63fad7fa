import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx, Deps } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { templateAccounts, templates } from '#server/db/schema/whatsapp/templates.ts'

export type AccountFacts = Pick<typeof waAccounts.$inferSelect, 'id' | 'companyId' | 'wabaId' | 'name' | 'token'>

const facts = {
  id: waAccounts.id,
  companyId: waAccounts.companyId,
  wabaId: waAccounts.wabaId,
  name: waAccounts.name,
  token: waAccounts.token,
}

export const findAccountFacts = async (ctx: Ctx, companyId: string, id: string): Promise<AccountFacts | null> => {
  const rows = await ctx.db
    .select(facts)
    .from(waAccounts)
    .where(and(eq(waAccounts.companyId, companyId), eq(waAccounts.id, id)))
    .limit(1)
  return rows[0] ?? null
}

/** The account behind a channel of the company, connected or not; null when there is no such channel. */
export const findAccountOfChannel = async (ctx: Ctx, companyId: string, channelId: string): Promise<string | null> => {
  const rows = await ctx.db
    .select({ accountId: channels.waAccountId })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
    .limit(1)
  return rows[0]?.accountId ?? null
}

const accountLine = {
  id: waAccounts.id,
  companyId: waAccounts.companyId,
  companyName: companies.name,
  name: waAccounts.name,
  wabaId: waAccounts.wabaId,
  syncedAt: templateAccounts.syncedAt,
  count: sql<number>`(select count(*)::int from ${templates} t where t.wa_account_id = ${waAccounts.id} and t.deleted_at is null)`,
}

const accountLines = (ctx: Ctx) =>
  ctx.db
    .select(accountLine)
    .from(waAccounts)
    .innerJoin(companies, eq(companies.id, waAccounts.companyId))
    .leftJoin(templateAccounts, eq(templateAccounts.waAccountId, waAccounts.id))

/** Accounts of companies that have, or had, a number connected. */
export const listAccountLines = (ctx: Ctx, companyIds: readonly string[]) =>
  accountLines(ctx)
    .where(inArray(waAccounts.companyId, [...companyIds]))
    .orderBy(asc(waAccounts.name), asc(waAccounts.id))

export const listLiveChannels = (ctx: Ctx, accountIds: readonly string[]) =>
  ctx.db
    .select({
      id: channels.id,
      name: channels.name,
      phone: channels.phone,
      profile: channels.profile,
      accountId: channels.waAccountId,
    })
    .from(channels)
    .where(and(inArray(channels.waAccountId, [...accountIds]), isNull(channels.disconnectedAt)))
    .orderBy(asc(channels.createdAt), asc(channels.id))

/** Accounts with a connected number and a token. */
export const listLiveAccountsAcrossCompanies = (deps: Deps) =>
  deps.database.db
    .selectDistinct({ id: waAccounts.id, companyId: waAccounts.companyId })
    .from(waAccounts)
    .innerJoin(channels, and(eq(channels.waAccountId, waAccounts.id), isNull(channels.disconnectedAt)))
    .where(sql`${waAccounts.token} is not null`)

export const noteSync = async (ctx: Ctx, companyId: string, waAccountId: string) => {
  await ctx.db
    .insert(templateAccounts)
    .values({ waAccountId, companyId, syncedAt: ctx.now() })
    .onConflictDoUpdate({ target: templateAccounts.waAccountId, set: { syncedAt: ctx.now() } })
}

export const noteInsights = async (ctx: Ctx, companyId: string, waAccountId: string) => {
  await ctx.db
    .insert(templateAccounts)
    .values({ waAccountId, companyId, insightsAt: ctx.now() })
    .onConflictDoUpdate({ target: templateAccounts.waAccountId, set: { insightsAt: ctx.now() } })
}

export const findTemplateAccount = async (ctx: Ctx, waAccountId: string) => {
  const rows = await ctx.db.select().from(templateAccounts).where(eq(templateAccounts.waAccountId, waAccountId))
  return rows[0] ?? null
}

export const noteCount = async (ctx: Ctx, companyId: string, waAccountId: string) => {
  await ctx.db
    .insert(templateAccounts)
    .values({ waAccountId, companyId, countedAt: ctx.now() })
    .onConflictDoUpdate({ target: templateAccounts.waAccountId, set: { countedAt: ctx.now() } })
}
