import type { OperatorChannel, OperatorChannelFilter } from '@recado/contracts/admin/operators'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import {
  type ChannelMovedHandler,
  type ChannelSums,
  countReachedInDay,
  limitSize,
  sumUsage,
} from '#server/modules/whatsapp/channels/index.ts'
import { scopeOf } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import * as operators from '../queries/operators.ts'

type Page = OperatorChannelFilter & { cursor?: string | undefined; limit: number }
type Row = Awaited<ReturnType<typeof queries.listReachedAcrossCompanies>>[number]

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null

type Facts = { usage: ChannelSums | undefined; reached: number | undefined; graphVersion: string }
type Shown = Omit<OperatorChannel, 'waiting' | 'waitingSince' | 'operators' | 'member'>

const usageOf = ({ channel }: Row, { usage, reached, graphVersion }: Facts) => ({
  webhookLagSeconds: channel.webhookLagSeconds,
  errorsHour: usage?.errorsHour ?? 0,
  messagesDay: usage?.messagesDay ?? 0,
  spendDay: usage?.spendDay ?? 0,
  currency: usage?.currency ?? null,
  limitUsed: reached ?? 0,
  limitSize: limitSize(channel.messagingLimit),
  graphVersion,
})

const viewOf = (row: Row, facts: Facts): Shown => {
  const { channel, account, companyName } = row
  return {
    id: channel.id,
    companyId: channel.companyId,
    companyName,
    name: channel.name,
    phone: channel.phone,
    kind: channel.kind,
    status: channel.status,
    statusReason: channel.statusReason,
    quality: channel.quality,
    messagingLimit: channel.messagingLimit,
    throughput: channel.throughput,
    wabaId: account.wabaId,
    portfolioId: account.portfolioId,
    tokenKind: account.tokenKind,
    tokenIssuedAt: iso(account.tokenIssuedAt),
    tokenExpiresAt: iso(account.tokenExpiresAt),
    ...usageOf(row, facts),
    lastInboundAt: iso(channel.lastInboundAt),
    lastEventAt: iso(channel.lastEventAt),
    paused:
      channel.pausedScope && channel.pausedAt
        ? { scope: channel.pausedScope, reason: channel.pausedReason ?? '', at: channel.pausedAt.toISOString() }
        : null,
  }
}

/** How many numbers the operator looks after, and how many of them need something. */
export const readFigures = async (ctx: UserCtx) => {
  const [numbers, trouble, paused, waiting] = await Promise.all([
    queries.countReachedAcrossCompanies(ctx, {}),
    queries.countReachedAcrossCompanies(ctx, { trouble: 'yes' }),
    queries.countReachedAcrossCompanies(ctx, { paused: 'yes' }),
    queries.countReachedAcrossCompanies(ctx, { waiting: 'yes' }),
  ])
  return { numbers, trouble, paused, waiting }
}

/** What numbers did lately, and how full their portfolios are. */
const factsOf = async (ctx: UserCtx, rows: readonly Row[]) => {
  const sums = await sumUsage(
    ctx,
    rows.map(({ channel }) => channel),
  )
  const reached = await countReachedInDay(
    ctx,
    rows.map(({ account }) => scopeOf(account)),
  )
  const graphVersion = ctx.deps.config.WHATSAPP_GRAPH_VERSION
  return ({ channel, account }: Row): Facts => ({
    usage: sums.get(channel.id),
    reached: reached.get(scopeOf(account)),
    graphVersion,
  })
}

/** One page of the numbers that an operator looks after; every query is limited to them. */
export const listOperatorChannels = async (ctx: UserCtx, { cursor, limit, ...filter }: Page) => {
  if (cursor !== undefined && !isUuid(cursor))
    throw new AppError('validation_failed', { errors: [{ path: 'cursor', code: 'invalid', message: 'Not a cursor' }] })
  const rows = await queries.listReachedAcrossCompanies(ctx, filter, { after: cursor ?? null, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const refs = page.map(({ channel }) => ({ id: channel.id, companyId: channel.companyId }))
  const waiting = new Map((await queries.countWaitingAcrossCompanies(ctx, refs)).map((row) => [row.channelId, row]))
  const people = Map.groupBy(
    await queries.listOperatorsOf(
      ctx,
      refs.map(({ id }) => id),
    ),
    ({ channelId }) => channelId,
  )
  const mine = await queries.listMemberships(
    ctx,
    refs.map(({ companyId }) => companyId),
  )
  const facts = await factsOf(ctx, page)
  const data = page.map((row) => ({
    ...viewOf(row, facts(row)),
    waiting: waiting.get(row.channel.id)?.waiting ?? 0,
    waitingSince: iso(waiting.get(row.channel.id)?.since),
    operators: (people.get(row.channel.id) ?? []).map(({ id, name }) => ({ id, name })),
    member: mine.has(row.channel.companyId),
  }))
  const more = rows.length > limit
  return { data, page: { next: more ? (page.at(-1)?.channel.id ?? null) : null, has_more: more } }
}

/** Sets the operator of a number. Throws `not_found` for a user who cannot be an operator. */
export const assignOperators = async (ctx: UserCtx, channelId: string, userIds: readonly string[]): Promise<void> => {
  const wanted = [...new Set(userIds)]
  await inTransaction(ctx, async (tx) => {
    await lockName(tx, `operators ${channelId}`)
    const channel = await operators.findChannelOf(tx, channelId)
    const known = await operators.findOperators(tx, wanted)
    if (!channel || known.length !== wanted.length) throw new AppError('not_found')
    await operators.replaceOperators(tx, channelId, wanted)
    const target = { type: 'channel', id: channelId, label: channel.phone }
    const { companyId } = channel
    await recordAudit(tx, { action: 'channel.operators_assigned', companyId, target, diff: { userIds: wanted } })
  })
}

/** Gives those who look after a number the channel that it has in the company it was moved to: they were given the number. */
export const handOverOperators: ChannelMovedHandler = async (tx, { fromId, arrivedId }) => {
  const arrived = await operators.findChannelOf(tx, arrivedId)
  const moved = await operators.moveOperators(tx, fromId, arrivedId)
  if (!arrived || moved.length === 0) return
  const target = { type: 'channel', id: arrivedId, label: arrived.phone }
  const { companyId } = arrived
  await recordAudit(tx, { action: 'channel.operators_assigned', companyId, target, diff: { userIds: moved } })
}

/** How the portfolios are, those in trouble first, with how much of the limit that their numbers share is used. */
export const listPortfolios = async (ctx: UserCtx) => {
  const rows = await queries.portfoliosAcrossCompanies(ctx)
  const reached = await countReachedInDay(
    ctx,
    rows.map(({ portfolioId }) => portfolioId),
  )
  const data = rows.map((row) => ({
    ...row,
    limitSize: limitSize(row.messagingLimit),
    limitUsed: reached.get(row.portfolioId) ?? 0,
  }))
  return { data }
}
