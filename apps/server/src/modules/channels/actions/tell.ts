import type { ChannelStatus } from '@recado/contracts/channels'
import type { Ctx } from '#server/context.ts'
import { tell } from '../../product-events/index.ts'
import type { ChannelRow } from '../queries/channels.ts'

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

/** Only low quality is told elsewhere, as the change of quality that it is. */
const troubleOf = (status: ChannelStatus, reason: string | null): Trouble | null => {
  if (status === 'token_expired') return 'channel.token_expired'
  if (status === 'restricted' || status === 'banned') return 'channel.restricted'
  if (status !== 'degraded' || reason === 'quality_red') return null
  return reason === 'not_subscribed' ? 'channel.webhook_stale' : 'channel.restricted'
}

/** Tells the admins of a number that it is in trouble. */
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
  return tell(ctx, trouble, { ...fact, factId, payload })
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
