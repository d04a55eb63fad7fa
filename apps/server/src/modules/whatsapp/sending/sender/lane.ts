import type { ChannelLimits } from '@recado/contracts/whatsapp/channel-settings'
import type { ChannelStatus } from '@recado/contracts/whatsapp/channels'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import type { Claimed } from '../queries/claims.ts'
import { createPace, type Pace } from './pace.ts'

/** A number that this process sends for: its speed, and who of its recipients is being written to. */
export type Lane = {
  channelId: string
  companyId: string
  phoneNumberId: string
  accountId: string
  status: ChannelStatus
  client: GraphClient | null
  /** The token that the client speaks with. */
  accessToken: string | null
  /** Whether the company may send nothing now: what waits goes on waiting. */
  held: boolean
  /** Whether the platform holds marketing back. */
  marketingHeld: boolean
  /** Whose limit of people in a day its templates count against, and how many these are; null for no limit. */
  scope: string
  reachLimit: number | null
  pace: Pace
  /** Whether rows are known to wait. */
  backlog: { interactive: boolean; bulk: boolean }
  /** Recipients with a call under way, and what waits behind it: messages to one person keep their order. */
  busy: Map<string, Claimed[]>
  /** Recipients not to be written to before an instant, in milliseconds. */
  holds: Map<string, number>
  ownedUntil: number
  /** Facts are read again after this instant. */
  freshUntil: number
  usedAt: number
  /** Whether Meta took a message of this number since that was last written down. */
  hasSent: boolean
  /** What the company allows it, and the zone in which its days and nights are. */
  limits: ChannelLimits | null
  timezone: string
  /** Marketing messages of the day that ends then; null until they are counted. */
  marketing: { until: number; sent: number } | null
  /** What messages of the day that ends then cost, when that was summed up, and what was let through since. */
  spend: { until: number; countedAt: number; amount: number; passed: { at: number; price: number }[] } | null
}

export type LaneFacts = Pick<
  Lane,
  | 'companyId'
  | 'phoneNumberId'
  | 'accountId'
  | 'status'
  | 'client'
  | 'accessToken'
  | 'held'
  | 'marketingHeld'
  | 'scope'
  | 'reachLimit'
  | 'limits'
  | 'timezone'
> & {
  throughput: number
}

export const createLane = (channelId: string, facts: LaneFacts): Lane => {
  const { throughput, ...rest } = facts
  return {
    channelId,
    ...rest,
    pace: createPace(throughput),
    backlog: { interactive: false, bulk: false },
    busy: new Map(),
    holds: new Map(),
    ownedUntil: 0,
    freshUntil: 0,
    usedAt: Date.now(),
    hasSent: false,
    marketing: null,
    spend: null,
  }
}

export const refreshLane = (lane: Lane, facts: LaneFacts) => {
  const { throughput, ...rest } = facts
  Object.assign(lane, rest)
  lane.pace.setLimit(throughput)
}

/** What happens to waiting messages of a channel in this status. */
export const ruleFor = (lane: Pick<Lane, 'status' | 'client' | 'held'>, bulk: boolean): 'send' | 'wait' | 'fail' => {
  if (lane.held) return 'wait'
  if (lane.status === 'disconnected' || lane.status === 'banned') return 'fail'
  if (lane.status === 'token_expired' || !lane.client) return bulk ? 'wait' : 'fail'
  return lane.status === 'restricted' && bulk ? 'wait' : 'send'
}

/** Forgets holds that have ended. */
export const sweepHolds = (lane: Lane, now: number) => {
  for (const [recipient, until] of lane.holds) if (until <= now) lane.holds.delete(recipient)
}
