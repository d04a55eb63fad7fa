import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Ctx, Deps } from '#server/context.ts'
import { brokenConstraint } from '#server/db/broken-constraint.ts'

import { channelEvents, channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'

export type ChannelRow = typeof channels.$inferSelect
export type AccountRow = typeof waAccounts.$inferSelect
export type ChannelWithAccount = { channel: ChannelRow; account: AccountRow }
export type NewChannel = typeof channels.$inferInsert
export type NewAccount = typeof waAccounts.$inferInsert

const withAccount = (ctx: Pick<Ctx, 'db'>) =>
  ctx.db
    .select({ channel: channels, account: waAccounts })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))

export const listChannelRows = (ctx: Ctx, companyId: string): Promise<ChannelWithAccount[]> =>
  withAccount(ctx)
    .where(eq(channels.companyId, companyId))
    .orderBy(sql`${channels.disconnectedAt} is not null`, asc(channels.createdAt), asc(channels.id))

export const findChannelRow = async (ctx: Ctx, companyId: string, id: string): Promise<ChannelWithAccount | null> => {
  const rows = await withAccount(ctx)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, id)))
    .limit(1)
  return rows[0] ?? null
}

export const findLiveChannelByNumber = async (
  ctx: Ctx,
  companyId: string,
  phoneNumberId: string,
): Promise<ChannelWithAccount | null> => {
  const rows = await withAccount(ctx)
    .where(
      and(
        eq(channels.companyId, companyId),
        eq(channels.phoneNumberId, phoneNumberId),
        isNull(channels.disconnectedAt),
      ),
    )
    .limit(1)
  return rows[0] ?? null
}

/** Whether another company has the number connected. A number belongs to one company at a time. */
export const isNumberTakenAcrossCompanies = async (ctx: Ctx, companyId: string, phoneNumberId: string) => {
  const rows = await ctx.db
    .select({ companyId: channels.companyId })
    .from(channels)
    .where(and(eq(channels.phoneNumberId, phoneNumberId), isNull(channels.disconnectedAt)))
    .limit(1)
  return rows[0] !== undefined && rows[0].companyId !== companyId
}

/** Adds the account of a company or renews its facts; fields absent from `row` stay. */
export const upsertAccount = async (ctx: Ctx, row: NewAccount): Promise<AccountRow> => {
  const { id: _id, createdAt: _createdAt, companyId: _companyId, wabaId: _wabaId, ...facts } = row
  const rows = await ctx.db
    .insert(waAccounts)
    .values(row)
    .onConflictDoUpdate({
      target: [waAccounts.companyId, waAccounts.wabaId],
      set: { ...facts, updatedAt: ctx.now() },
    })
    .returning()
  const [saved] = rows
  if (!saved) throw new Error('The account was not saved')
  return saved
}

export const listAccountsOfWaba = (ctx: Ctx, companyId: string, wabaId: string): Promise<AccountRow[]> =>
  ctx.db
    .select()
    .from(waAccounts)
    .where(and(eq(waAccounts.companyId, companyId), eq(waAccounts.wabaId, wabaId)))

export const updateAccount = async (ctx: Ctx, companyId: string, id: string, values: Partial<NewAccount>) => {
  await ctx.db
    .update(waAccounts)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(waAccounts.companyId, companyId), eq(waAccounts.id, id)))
}

/** Brings back the company's latest channel of a number that was disconnected; null when there is none, or it is live. */
export const reviveChannel = async (
  ctx: Ctx,
  companyId: string,
  phoneNumberId: string,
  values: Partial<NewChannel>,
): Promise<ChannelRow | null> => {
  const rows = await ctx.db
    .update(channels)
    .set({ ...values, disconnectedAt: null, unheardSince: null, webhookLagSeconds: null, updatedAt: ctx.now() })
    .where(
      sql`${channels.id} = (select c.id from channels c where c.company_id = ${companyId}
        and c.phone_number_id = ${phoneNumberId} and c.disconnected_at is not null order by c.disconnected_at desc limit 1)
        and not exists (select 1 from channels l where l.phone_number_id = ${phoneNumberId} and l.disconnected_at is null)`,
    )
    .returning()
  return rows[0] ?? null
}

/** Null when the number is connected already, by whichever company. */
export const insertChannel = async (ctx: Ctx, row: NewChannel): Promise<ChannelRow | null> => {
  const rows = await ctx.db
    .insert(channels)
    .values(row)
    .onConflictDoNothing({ target: channels.phoneNumberId, where: sql`disconnected_at is null` })
    .returning()
  return rows[0] ?? null
}

export const updateChannel = async (ctx: Ctx, companyId: string, id: string, values: Partial<NewChannel>) => {
  await ctx.db
    .update(channels)
    .set({ ...values, updatedAt: ctx.now() })
    .where(and(eq(channels.companyId, companyId), eq(channels.id, id)))
}

/** Locks the row, so that two changes of its status follow one another. */
export const lockChannel = async (ctx: Ctx, companyId: string, id: string): Promise<ChannelRow | null> => {
  const rows = await ctx.db
    .select()
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, id)))
    .for('update')
  return rows[0] ?? null
}

/**
 * Locks the channel's account and then the channel, the order of everybody who changes both; null when it is not there.
 */
export const lockChannelAndAccount = async (
  ctx: Ctx,
  companyId: string,
  id: string,
): Promise<ChannelWithAccount | null> => {
  const found = await findChannelRow(ctx, companyId, id)
  if (!found) return null
  const ofAccount = eq(waAccounts.id, found.account.id)
  const [account] = await ctx.db.select().from(waAccounts).where(ofAccount).for('no key update')
  const channel = await lockChannel(ctx, companyId, id)
  if (!account || !channel) return null
  return channel.waAccountId === account.id ? { channel, account } : lockChannelAndAccount(ctx, companyId, id)
}

export const listLiveChannelsOfAccount = (ctx: Ctx, companyId: string, accountId: string): Promise<ChannelRow[]> =>
  ctx.db
    .select()
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.waAccountId, accountId), isNull(channels.disconnectedAt)))

export const insertChannelEvent = async (ctx: Ctx, row: typeof channelEvents.$inferInsert) => {
  await ctx.db.insert(channelEvents).values(row)
}

export const listLiveChannelsAcrossCompanies = (deps: Deps) =>
  deps.database.db
    .select({ id: channels.id, companyId: channels.companyId, accountId: channels.waAccountId })
    .from(channels)
    .where(and(isNull(channels.disconnectedAt), ne(channels.kind, 'test')))

/**
 * Notes that Meta took messages of these channels just now; what it refused is answered by no webhook. What was sent within half a minute of a webhook counts as heard
 * of: the statuses may have come before this.
 */
export const touchOutboundAcrossCompanies = async (deps: Deps, ids: readonly string[]) => {
  if (ids.length === 0) return
  const now = deps.now()
  const heard = sql`${channels.unheardSince} is null or ${channels.unheardSince} <= ${channels.lastEventAt} + interval '30 seconds'`
  await deps.database.db
    .update(channels)
    .set({
      lastOutboundAt: now,
      unheardSince: sql`case when ${heard} then ${now.toISOString()} else ${channels.unheardSince} end`,
    })
    .where(inArray(channels.id, [...ids]))
}

/** How many numbers of a WABA are connected here, by whichever company. */
export const countLiveChannelsOfWabaAcrossCompanies = async (ctx: Ctx, wabaId: string): Promise<number> => {
  const rows = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .where(and(eq(waAccounts.wabaId, wabaId), isNull(channels.disconnectedAt)))
  return rows[0]?.count ?? 0
}

/** Whether a write failed because the number was connected elsewhere in the same moment. */
export const isNumberConflict = (error: unknown): boolean => brokenConstraint(error) === 'channels_number_key'
