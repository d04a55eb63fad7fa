import type { Ctx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import type { ChannelRow } from '../queries/channels.ts'

type Channel = Pick<ChannelRow, 'id' | 'companyId' | 'name' | 'phone'>

/** What events say of a number, so that people know which one is meant. */
export const channelFacts = ({ id, companyId, name, phone }: Channel) => ({ channelId: id, companyId, name, phone })

type Measured = Pick<ChannelRow, 'quality' | 'messagingLimit'>
type NewMeasures = { [K in keyof Measured]?: Measured[K] | undefined }

/** Says what Meta thinks of a number now, where that is not what it thought before. */
export const emitMeasures = async (tx: Ctx, channel: Channel & Measured, news: NewMeasures): Promise<void> => {
  const before = { quality: channel.quality, messagingLimit: channel.messagingLimit }
  const { quality = before.quality, messagingLimit = before.messagingLimit } = news
  if (quality === before.quality && messagingLimit === before.messagingLimit) return
  await emit(tx, 'channel.measured', { ...channelFacts(channel), before, after: { quality, messagingLimit } })
}

const DAY_MS = 86_400_000
const IDLE_DAYS = 10

type AppFacts = { coexistence: boolean; lastAppEventAt: Date | null; connectedAt: Date }

/** Warns that a number's phone app was not opened for so long that Meta may disconnect it. */
export const emitUnusedApp = async (tx: Ctx, channel: Channel, facts: AppFacts, now: Date): Promise<void> => {
  const seen = facts.lastAppEventAt ?? facts.connectedAt
  const days = Math.floor((now.getTime() - seen.getTime()) / DAY_MS)
  if (!facts.coexistence || days < IDLE_DAYS) return
  await emit(tx, 'channel.app_unused', { ...channelFacts(channel), since: seen.toISOString(), days })
}
