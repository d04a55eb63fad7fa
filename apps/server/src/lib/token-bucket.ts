/** `capacity` at once, and `refill` more every `everySeconds`. */
export type BucketSize = { capacity: number; refill: number; everySeconds: number }
export type Bucket = { tokens: number; filledAt: number }

export const fullBucket = ({ capacity }: BucketSize, now: number): Bucket => ({ tokens: capacity, filledAt: now })

/** Fills a bucket for the time that passed. */
const fillBucket = (bucket: Bucket, { capacity, refill, everySeconds }: BucketSize, now: number): void => {
  const passed = Math.max(0, now - bucket.filledAt) / 1000
  bucket.tokens = Math.min(capacity, bucket.tokens + (passed * refill) / everySeconds)
  bucket.filledAt = now
}

const takeTokens = (bucket: Bucket, { refill, everySeconds }: BucketSize, cost: number): number => {
  if (bucket.tokens < cost) return ((cost - bucket.tokens) * everySeconds) / refill
  bucket.tokens -= cost
  return 0
}

/**
 * Takes `cost` tokens; answers 0, or the seconds after which they will be there. A bucket is filled up for the time
 * that passed only when it cannot pay. What costs more than a bucket holds takes all of it.
 */
export const consumeTokens = (bucket: Bucket, size: BucketSize, cost: number, now: number): number => {
  const price = Math.min(cost, size.capacity)
  if (bucket.tokens < price) fillBucket(bucket, size, now)
  return takeTokens(bucket, size, price)
}

/** Seconds until nothing would be missing from the bucket. */
export const secondsUntilFull = (bucket: Bucket, { capacity, refill, everySeconds }: BucketSize, now: number): number =>
  Math.max(0, ((capacity - bucket.tokens) * everySeconds) / refill - Math.max(0, now - bucket.filledAt) / 1000)

export type TokenBuckets = {
  /** Takes `cost` tokens of the key; answers 0, or the seconds until they would be there (nothing is taken then). */
  take: (key: string, cost?: number) => number
  /** Gives tokens back, up to the capacity. */
  refund: (key: string, cost?: number) => void
}

/** Token buckets by key, in memory: `capacity` at once, one more every `refillSeconds`. Full buckets are forgotten. */
export const createTokenBuckets = (options: {
  capacity: number
  refillSeconds: number
  now?: () => number
  maxKeys?: number
}): TokenBuckets => {
  const now = options.now ?? Date.now
  const maxKeys = options.maxKeys ?? 100_000
  const size = { capacity: options.capacity, refill: 1, everySeconds: options.refillSeconds }
  const buckets = new Map<string, Bucket>()

  const current = (key: string): Bucket => {
    const at = now()
    const known = buckets.get(key) ?? fullBucket(size, at)
    // Clocks are set back at times: then it goes on from there.
    if (known.filledAt > at) known.filledAt = at
    const bucket = { ...known }
    fillBucket(bucket, size, at)
    return bucket
  }
  const store = (key: string, bucket: Bucket) => {
    buckets.delete(key)
    if (bucket.tokens >= size.capacity) return
    buckets.set(key, bucket)
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value ?? key)
  }

  return {
    take: (key, cost = 1) => {
      const bucket = current(key)
      const wait = takeTokens(bucket, size, cost)
      if (wait === 0) store(key, bucket)
      return wait
    },
    refund: (key, cost = 1) => {
      const bucket = current(key)
      bucket.tokens = Math.min(size.capacity, bucket.tokens + cost)
      store(key, bucket)
    },
  }
}
