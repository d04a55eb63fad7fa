import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CompanyCtx } from '#server/context.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { emit } from '#server/events.ts'

export type CampaignRow = typeof campaigns.$inferSelect
export type NewCampaign = Omit<typeof campaigns.$inferInsert, 'companyId'>
export type CampaignChange = Partial<Omit<CampaignRow, 'companyId' | 'id' | 'version' | 'createdAt' | 'updatedAt'>>

const owners = alias(users, 'owners')
const launchers = alias(users, 'launchers')
const approvers = alias(users, 'approvers')
const deciders = alias(users, 'deciders')

const isThis = (ctx: CompanyCtx, id: string) => and(eq(campaigns.companyId, ctx.company.id), eq(campaigns.id, id))

const person = (table: typeof owners | typeof launchers | typeof approvers | typeof deciders) => ({
  name: table.name,
  avatar: table.avatarFileId,
})

const selectCampaigns = (ctx: CompanyCtx) =>
  ctx.db
    .select({
      row: getTableColumns(campaigns),
      createdAtText: sql<string>`${campaigns.createdAt}::text`,
      currency: companies.currency,
      owner: person(owners),
      launcher: person(launchers),
      approver: person(approvers),
      decider: person(deciders),
    })
    .from(campaigns)
    .innerJoin(companies, eq(companies.id, campaigns.companyId))
    .leftJoin(owners, eq(owners.id, campaigns.ownerId))
    .leftJoin(launchers, eq(launchers.id, campaigns.launchedBy))
    .leftJoin(approvers, eq(approvers.id, campaigns.approvedBy))
    .leftJoin(deciders, eq(deciders.id, sql`(${campaigns.testDecision} ->> 'by')::uuid`))

export type PeopledCampaign = Awaited<ReturnType<typeof selectCampaigns>>[number]

/** The campaign with the people that it names. */
export const findCampaign = async (ctx: CompanyCtx, id: string): Promise<PeopledCampaign | null> =>
  (await selectCampaigns(ctx).where(isThis(ctx, id)))[0] ?? null

/** The campaign alone. */
export const findCampaignRow = async (ctx: CompanyCtx, id: string): Promise<CampaignRow | null> =>
  (await findCampaign(ctx, id))?.row ?? null

/** Names of campaigns by their ids. */
export const findCampaignNames = (ctx: CompanyCtx, ids: readonly string[]): Promise<{ id: string; label: string }[]> =>
  ctx.db
    .select({ id: campaigns.id, label: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.companyId, ctx.company.id), inArray(campaigns.id, [...ids])))

/** The campaign, held still to the end of the transaction. */
export const lockCampaignRow = async (tx: CompanyCtx, id: string): Promise<CampaignRow | null> =>
  (await tx.db.select().from(campaigns).where(isThis(tx, id)).for('no key update'))[0] ?? null

/** Campaigns that a condition leaves, newest first. */
export const listCampaigns = (
  ctx: CompanyCtx,
  where: SQL | undefined,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<PeopledCampaign[]> =>
  selectCampaigns(ctx)
    .where(
      and(
        eq(campaigns.companyId, ctx.company.id),
        where,
        after
          ? sql`(${campaigns.createdAt}, ${campaigns.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${campaigns.createdAt} desc`, sql`${campaigns.id} desc`)
    .limit(limit)

export const countCampaigns = async (ctx: CompanyCtx, where: SQL | undefined): Promise<number> =>
  ctx.db.$count(campaigns, and(eq(campaigns.companyId, ctx.company.id), where))

export const insertCampaign = async (tx: CompanyCtx, row: NewCampaign): Promise<void> => {
  await tx.db.insert(campaigns).values({ ...row, companyId: tx.company.id })
}

/** Adds a campaign of a series; answers whether there was none yet for its time. */
export const insertOccurrence = async (tx: CompanyCtx, row: NewCampaign): Promise<boolean> => {
  const added = await tx.db
    .insert(campaigns)
    .values({ ...row, companyId: tx.company.id })
    .onConflictDoNothing()
    .returning({ id: campaigns.id })
  return added.length > 0
}

/** Campaigns of a series. */
export const findOccurrenceIds = async (ctx: CompanyCtx, seriesId: string): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.companyId, ctx.company.id), eq(campaigns.seriesId, seriesId)))
  return rows.map(({ id }) => id)
}

const tellStatus = async (tx: CompanyCtx, campaignId: string, { state: status }: CampaignChange): Promise<void> => {
  if (status) await emit(tx, 'campaign.status_changed', { companyId: tx.company.id, campaignId, status })
}

/** Changes a campaign and raises its version. */
export const updateCampaignRow = async (tx: CompanyCtx, id: string, change: CampaignChange): Promise<void> => {
  await tx.db
    .update(campaigns)
    .set({ ...change, version: sql`${campaigns.version} + 1`, updatedAt: tx.now() })
    .where(isThis(tx, id))
  await tellStatus(tx, id, change)
}

/** Writes how far a campaign is; what people edit stays as it is, and so does the version. */
export const updateProgress = async (tx: CompanyCtx, id: string, change: CampaignChange): Promise<void> => {
  await tx.db.update(campaigns).set(change).where(isThis(tx, id))
  await tellStatus(tx, id, change)
}

export const deleteCampaignRow = async (tx: CompanyCtx, id: string): Promise<void> => {
  await tx.db.delete(campaigns).where(isThis(tx, id))
}
