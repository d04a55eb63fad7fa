import type { FastifyReply } from 'fastify'
import { type Bucket, type BucketSize, consumeTokens, fullBucket, secondsUntilFull } from '#server/lib/token-bucket.ts'

/** Calls a second over a window; `burst` is the share of a window that may come on top of it at once. */
export type RateLimit = { perSecond: number; windowSeconds: number; burst: number }

/** What is left of a limit for whom it holds. `policy` is the limit as the header `RateLimit-Policy` says it. */
export type Meter = { bucket: Bucket; size: BucketSize; limit: string; policy: string }

export const createMeter = ({ perSecond, windowSeconds, burst }: RateLimit, now: number): Meter => {
  const limit = String(Math.floor(perSecond * windowSeconds))
  const capacity = Math.max(1, Math.floor(perSecond * windowSeconds * (1 + burst)))
  const size = { capacity, refill: perSecond, everySeconds: 1 }
  const policy = `${limit};w=${windowSeconds};burst=${capacity};comment="token bucket"`
  return { bucket: fullBucket(size, now), size, limit, policy }
}

/** Counts a call and writes the headers that tell how much is left; false when too much was asked for. */
export const payForCall = (
  reply: FastifyReply,
  { bucket, size, limit }: Meter,
  { cost, policy, now }: { cost: number; policy: string; now: number },
): boolean => {
  const wait = consumeTokens(bucket, size, cost, now)
  const seconds = Math.ceil(wait > 0 ? wait : secondsUntilFull(bucket, size, now))
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', String(Math.floor(bucket.tokens)))
  reply.header('ratelimit-reset', String(seconds))
  reply.header('ratelimit-policy', policy)
  if (wait > 0) reply.header('retry-after', String(Math.max(1, seconds)))
  return wait === 0
}
