import type { OperatorChannelFilter } from '@recado/contracts/admin/operators'
import {
  and,
  asc,
  eq,
  exists,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { UserCtx } from '#server/context.ts'
import { isPresent } from '#server/db/conversation-status.ts'
import { containing } from '#server/db/like.ts'
import { operatorChannels } from '#server/db/schema/admin/operators.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'

/** The numbers that a user sees: all, or those they look after. */
export type Reach = { userId: string; all: boolean }

export const reachOf = ({ actor }: UserCtx): Reach => ({ userId: actor.userId, all: actor.role === 'admin' })

const within = (ctx: UserCtx, { userId, all }: Reach): SQL | undefined =>
  all
    ? undefined
    : exists(
        ctx.db
          .select({ one: sql`1` })
          .from(operatorChannels)
          .where(and(eq(operatorChannels.channelId, channels.id), eq(operatorChannels.userId, userId))),
      )

/** A customer is waiting for an answer on the number. */
const waitsAt = sql`${conversations.companyId} = ${channels.companyId} and ${conversations.channelId} = ${channels.id}
  and ${isPresent(conversations.status)} and ${conversations.waitingSince} is not null`

const matching = (filter: OperatorChannelFilter): (SQL | undefined)[] => {
  const { search, status, quality, companyId, portfolioId, kind, paused, trouble, waiting } = filter
  const digits = search?.replace(/\D/g, '') ?? ''
  return [
    search
      ? or(
          ilike(channels.name, containing(search)),
          ilike(companies.name, containing(search)),
          digits.length > 4 ? eq(waAccounts.wabaId, digits) : undefined,
          digits.length > 2
            ? sql`regexp_replace(${channels.phone}, '\\D', '', 'g') like ${containing(digits)}`
            : undefined,
        )
      : undefined,
    ne(channels.kind, 'test'),
    status ? eq(channels.status, status) : isNull(channels.disconnectedAt),
    quality ? sql`coalesce(${channels.quality}, 'UNKNOWN') = ${quality}` : undefined,
    companyId ? eq(channels.companyId, companyId) : undefined,
    portfolioId ? eq(sql`coalesce(${waAccounts.portfolioId}, ${waAccounts.wabaId})`, portfolioId) : undefined,
    kind ? eq(channels.kind, kind) : undefined,
    paused === 'yes' ? isNotNull(channels.pausedAt) : paused === 'no' ? isNull(channels.pausedAt) : undefined,
    trouble
      ? and(isNull(channels.disconnectedAt), notInArray(channels.status, ['connected', 'onboarding']))
      : undefined,
    waiting ? sql`exists (select 1 from ${conversations} where ${waitsAt})` : undefined,
  ]
}

const reached = (ctx: UserCtx) =>
  ctx.db
    .select({ channel: channels, account: waAccounts, companyName: companies.name })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .innerJoin(companies, eq(companies.id, channels.companyId))

/** In the order of ids, after one of them. */
export const listReachedAcrossCompanies = (
  ctx: UserCtx,
  filter: OperatorChannelFilter,
  { after, limit }: { after: string | null; limit: number },
) =>
  reached(ctx)
    .where(and(within(ctx, reachOf(ctx)), ...matching(filter), after ? gt(channels.id, after) : undefined))
    .orderBy(asc(channels.id))
    .limit(limit)

/** How many numbers match a filter. */
export const countReachedAcrossCompanies = async (ctx: UserCtx, filter: OperatorChannelFilter): Promise<number> => {
  const [row] = await ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .innerJoin(companies, eq(companies.id, channels.companyId))
    .where(and(within(ctx, reachOf(ctx)), ...matching(filter)))
  return row?.count ?? 0
}

/**
 * The numbers of a list, or those that a filter finds, with `pausedFor` only those paused for that reason; only live ones
 * unless it is said that all are wanted.
 */
export const listRefsAcrossCompanies = async (
  ctx: UserCtx,
  which: { ids?: string[]; filter?: OperatorChannelFilter; pausedFor?: string; all?: boolean },
) => {
  const rows = await reached(ctx).where(
    and(
      within(ctx, reachOf(ctx)),
      which.all ? undefined : isNull(channels.disconnectedAt),
      which.ids ? inArray(channels.id, which.ids) : and(...matching(which.filter ?? {})),
      which.pausedFor === undefined ? undefined : eq(channels.pausedReason, which.pausedFor),
    ),
  )
  return rows.map(({ channel, account }) => ({
    id: channel.id,
    phone: channel.phone,
    live: channel.disconnectedAt === null,
    companyId: channel.companyId,
    accountId: account.id,
    wabaId: account.wabaId,
  }))
}

/** How many customers wait at each of these numbers. */
export const countWaitingAcrossCompanies = (ctx: UserCtx, refs: readonly { id: string; companyId: string }[]) =>
  refs.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select({
          channelId: conversations.channelId,
          waiting: sql<number>`count(*)::int`,
          since: sql<Date>`min(${conversations.waitingSince})`.mapWith(conversations.waitingSince),
        })
        .from(conversations)
        .where(
          and(
            inArray(conversations.companyId, [...new Set(refs.map(({ companyId }) => companyId))]),
            isPresent(conversations.status),
            isNotNull(conversations.waitingSince),
            inArray(
              conversations.channelId,
              refs.map(({ id }) => id),
            ),
          ),
        )
        .groupBy(conversations.channelId)

/** Who looks after these numbers. */
export const listOperatorsOf = (ctx: UserCtx, channelIds: readonly string[]) =>
  channelIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select({ channelId: operatorChannels.channelId, id: users.id, name: users.name })
        .from(operatorChannels)
        .innerJoin(users, eq(users.id, operatorChannels.userId))
        .where(inArray(operatorChannels.channelId, [...channelIds]))
        .orderBy(asc(users.name))

/** Companies that the person belongs to. */
export const listMemberships = async (ctx: UserCtx, companyIds: readonly string[]): Promise<Set<string>> => {
  if (companyIds.length === 0) return new Set()
  const rows = await ctx.db
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(
      and(
        eq(companyMembers.userId, ctx.actor.userId),
        eq(companyMembers.status, 'active'),
        inArray(companyMembers.companyId, [...companyIds]),
      ),
    )
  return new Set(rows.map(({ companyId }) => companyId))
}

export const findCompany = async (ctx: UserCtx, id: string): Promise<boolean> => {
  const rows = await ctx.db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, id), isNull(companies.deletedAt)))
  return rows.length > 0
}

export const portfoliosAcrossCompanies = (ctx: UserCtx) => {
  const portfolio = sql<string>`coalesce(${waAccounts.portfolioId}, ${waAccounts.wabaId})`
  return ctx.db
    .select({
      portfolioId: portfolio,
      channels: sql<number>`count(*)::int`,
      companies: sql<number>`count(distinct ${channels.companyId})::int`,
      trouble: sql<number>`count(*) filter (where ${channels.status} not in ('connected', 'onboarding'))::int`,
      paused: sql<number>`count(${channels.pausedAt})::int`,
      messagingLimit: sql<string | null>`max(${channels.messagingLimit})`,
    })
    .from(channels)
    .innerJoin(waAccounts, eq(waAccounts.id, channels.waAccountId))
    .where(and(isNull(channels.disconnectedAt), ne(channels.kind, 'test')))
    .groupBy(portfolio)
    .orderBy(sql`4 desc, 2 desc`)
    .limit(200)
}
