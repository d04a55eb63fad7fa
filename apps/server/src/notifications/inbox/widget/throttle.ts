import type { Deps } from '#server/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'
import { type Bucket, consumeTokens, fullBucket } from '#server/notifications/shared/token-bucket.ts'

/** Sixty at once, and sixty a minute from then on. */
const size = { capacity: 60, perSecond: 1 }
const MAX_BUCKETS = 20_000

const buckets = new WeakMap<Deps, Map<string, Bucket>>()

/**
 * Counts what somebody who proved nothing did at an address: a start of a session that failed, or made a subscriber.
 * Throws 429 when it was too often. Each process counts for itself.
 */
export const countUnproven = (deps: Deps, address: string, applicationIdentifier: string): void => {
  const now = deps.now().getTime()
  const own = buckets.get(deps) ?? new Map<string, Bucket>()
  buckets.set(deps, own)
  const key = `${address} ${applicationIdentifier}`
  const bucket = own.get(key) ?? fullBucket(size, now)
  own.delete(key)
  own.set(key, bucket)
  const [oldest] = own.keys()
  if (own.size > MAX_BUCKETS && oldest !== undefined) own.delete(oldest)
  if (consumeTokens(bucket, size, 1, now) > 0)
    throw new V1Error(429, 'Too many sessions were started from this address')
}
