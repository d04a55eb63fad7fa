import type { PhoneNumber } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { GraphFault } from './graph-fault.ts'

type Bucket = { tokens: number; at: number }

type Pace = { perSecond: number; burst: number }

const take = (buckets: Map<string, Bucket>, key: string, { perSecond, burst }: Pace, now: number): boolean => {
  const bucket = buckets.get(key) ?? { tokens: burst, at: now }
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
  bucket.at = now
  buckets.set(key, bucket)
  if (bucket.tokens < 1) return false
  bucket.tokens -= 1
  return true
}

const dayMs = 24 * 60 * 60 * 1000
const tiers: Readonly<Record<string, number>> = { TIER_250: 250, TIER_2K: 2000, TIER_10K: 10_000, TIER_100K: 100_000 }

/** Meta's limits (reference §5.1): throughput of a number, pace to one user, users reached by templates in 24 hours. */
export const createLimits = (world: World) => {
  const numbers = new Map<string, Bucket>()
  const pairs = new Map<string, Bucket>()
  const reached = new Map<string, number>()

  const checkThroughput = (number: PhoneNumber, now: number): void => {
    const perSecond = number.coexistence ? Math.min(20, world.faults.messagesPerSecond) : world.faults.messagesPerSecond
    if (perSecond > 0 && !take(numbers, number.id, { perSecond, burst: perSecond }, now)) {
      throw new GraphFault(130429, { details: `More than ${perSecond} messages per second from this number` })
    }
  }

  const checkPair = (phoneNumberId: string, waId: string, now: number): void => {
    if (!world.faults.pairLimit) return
    if (pairs.size > 200_000) pairs.clear()
    if (!take(pairs, `${phoneNumberId}:${waId}`, { perSecond: 1 / 6, burst: 45 }, now)) {
      throw new GraphFault(131056, { details: 'Too many messages to this user in a short time' })
    }
  }

  const checkTier = (number: PhoneNumber, waId: string, now: number): void => {
    const limit = tiers[number.messagingLimit]
    if (!world.faults.tierLimit || limit === undefined) return
    const before = reached.get(waId)
    if (before !== undefined && before > now - dayMs) return
    for (const [key, at] of reached) {
      if (at > now - dayMs) break
      reached.delete(key)
    }
    if (reached.size >= limit) throw new GraphFault(131048, { details: `More than ${limit} users in 24 hours` })
    reached.set(waId, now)
  }

  return { checkThroughput, checkPair, checkTier }
}

export type Limits = ReturnType<typeof createLimits>
