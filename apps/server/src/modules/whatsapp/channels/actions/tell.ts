import type { ChannelStatus } from '@recado/contracts/whatsapp/channels'
import type { Ctx } from '#server/context.ts'
import { tell } from '#server/modules/product-notifications/index.ts'
import type { ChannelRow } from '../queries/channels.ts'
import { findCompanyName } from '../queries/facts.ts'

type Channel = Pick<ChannelRow, 'id' | 'companyId' | 'name' | 'phone'>

const nameOf = ({ name, phone }: Channel) => (name ? `${name} (${phone})` : phone)
const factOf = (channel: Channel) => ({
  to: 'admins' as const,
  companyId: channel.companyId,
  payload: { channelId: channel.id, channel: nameOf(channel) },
})

/** Meta tells some things twice and changes its mind in between; people hear of each once an hour. */
const hourOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 13)

type Trouble = 'channel.token_expired' | 'channel.restricted' | 'channel.webhook_stale'

/** Reasons that are told elsewhere, as the change of quality or the refused payment that they are, or that mend themselves. */
const quiet = new Set(['quality_red', 'payment_missing', 'webhook_lag', 'templates_failing'])
/** Reasons for which nothing is received. */
const deaf = new Set(['not_subscribed', 'fields_missing', 'webhook_stale'])

const troubleOf = (status: ChannelStatus, reason: string | null): Trouble | null => {
  if (status === 'token_expired') return 'channel.token_expired'
  if (status === 'restricted' || status === 'banned') return 'channel.restricted'
  if (status !== 'degraded' || !reason || quiet.has(reason)) return null
  return deaf.has(reason) ? 'channel.webhook_stale' : 'channel.restricted'
}

/** Tells the admins of a number that it is in trouble; that it receives nothing is for the platform's admins as well. */
export const tellOfStatus = async (
  ctx: Ctx,
  channel: Channel,
  { status, reason }: { status: ChannelStatus; reason: string | null },
): Promise<void> => {
  const trouble = troubleOf(status, reason)
  if (!trouble) return
  const { payload, ...fact } = factOf(channel)
  const factId = [channel.id, status, reason, hourOf(ctx)].join(':')
  if (trouble === 'channel.restricted') return tell(ctx, trouble, { ...fact, factId, payload: { ...payload, status } })
  await tell(ctx, trouble, { ...fact, factId, payload })
  if (trouble !== 'channel.webhook_stale') return
  const companyName = (await findCompanyName(ctx, channel.companyId)) ?? ''
  await tell(ctx, 'platform.webhook_stale', {
    to: 'platform',
    companyId: null,
    factId,
    payload: { ...payload, companyName },
  })
}

export const tellOfConnection = (ctx: Ctx, channel: Channel): Promise<void> =>
  tell(ctx, 'channel.connected', factOf(channel))

const order = ['RED', 'YELLOW', 'GREEN']
const isLow = (quality: string) => quality === 'RED' || quality === 'YELLOW'

/** Whether the quality is low, and lower than it was. */
const fell = (before: string | null, after: string | null): after is string =>
  after !== null && isLow(after) && (before === null || !isLow(before) || order.indexOf(after) < order.indexOf(before))

type Measured = Pick<ChannelRow, 'quality' | 'messagingLimit'>
type NewMeasures = { [K in keyof Measured]?: Measured[K] | undefined }

/** Tells the admins that a number is trusted less than before, or may write to another number of people. */
export const tellOfMeasures = async (ctx: Ctx, channel: Channel & Measured, after: NewMeasures): Promise<void> => {
  const { payload, ...fact } = factOf(channel)
  const { quality = channel.quality, messagingLimit: limit = channel.messagingLimit } = after
  if (fell(channel.quality, quality)) {
    const factId = [channel.id, quality, hourOf(ctx)].join(':')
    await tell(ctx, 'channel.quality_changed', { ...fact, factId, payload: { ...payload, quality } })
  }
  if (limit && channel.messagingLimit && limit !== channel.messagingLimit) {
    const factId = [channel.id, limit, hourOf(ctx)].join(':')
    const shown = limit.replace(/^TIER_/, '')
    await tell(ctx, 'channel.limit_changed', { ...fact, factId, payload: { ...payload, limit: shown } })
  }
}

const DAY_MS = 86_400_000
const IDLE_DAYS = 10

type AppFacts = { coexistence: boolean; lastAppEventAt: Date | null; connectedAt: Date }

/** Tells the admins once that nobody has opened the phone app of a number for so long that Meta may disconnect it. */
export const tellOfPhoneApp = async (ctx: Ctx, channel: Channel, facts: AppFacts, now: Date): Promise<void> => {
  const seen = facts.lastAppEventAt ?? facts.connectedAt
  const days = Math.floor((now.getTime() - seen.getTime()) / DAY_MS)
  if (!facts.coexistence || days < IDLE_DAYS) return
  const { payload, ...fact } = factOf(channel)
  const factId = `${channel.id}:${seen.toISOString().slice(0, 10)}`
  await tell(ctx, 'channel.coexistence_idle', { ...fact, factId, payload: { ...payload, days } })
}

/** Tells the admins that a number is not connected any more: by a member, its owner at Meta, or as it was moved away. */
export const tellOfDisconnection = (ctx: Ctx, channel: Channel, by: 'member' | 'owner' | 'move'): Promise<void> => {
  const { payload, ...fact } = factOf(channel)
  const factId = [channel.id, by, hourOf(ctx)].join(':')
  return tell(ctx, 'channel.disconnected', { ...fact, factId, payload: { ...payload, by } })
}

/** Tells the admins, once a day for each of the two, that 90 or 100 percent of the portfolio's limit are used. */
export const tellOfLimit = (ctx: Ctx, channel: Channel, scope: string, percent: 90 | 100): Promise<void> => {
  const { payload, ...fact } = factOf(channel)
  const factId = [channel.companyId, scope, percent, ctx.now().toISOString().slice(0, 10)].join(':')
  return tell(ctx, 'channel.limit_reached', { ...fact, factId, payload: { ...payload, percent } })
}

/** Tells the admins, once for each of the two in a day of theirs, that messages cost 80 or 100 percent of that cap. */
export const tellOfSpend = (
  ctx: Ctx,
  channel: Channel,
  { percent, amount, hard, day }: { percent: 80 | 100; amount: number; hard: boolean; day: Date },
): Promise<void> => {
  const { payload, ...fact } = factOf(channel)
  const factId = [channel.id, percent, amount, day.toISOString()].join(':')
  return tell(ctx, 'channel.spend_cap', { ...fact, factId, payload: { ...payload, percent, held: hard ? 1 : 0 } })
}
