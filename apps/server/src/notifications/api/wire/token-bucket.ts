export type BucketSize = { capacity: number; perSecond: number }
export type Bucket = { tokens: number; filledAt: number }

export const fullBucket = ({ capacity }: BucketSize, now: number): Bucket => ({ tokens: capacity, filledAt: now })

/**
 * Takes `cost` tokens; answers 0, or the seconds after which they will be there. A bucket is filled up for the time
 * that passed only when it cannot pay. What costs more than a bucket holds takes all of it.
 */
export const consumeTokens = (bucket: Bucket, size: BucketSize, cost: number, now: number): number => {
  const price = Math.min(cost, size.capacity)
  if (bucket.tokens < price) {
    const passed = Math.max(0, now - bucket.filledAt) / 1000
    bucket.tokens = Math.min(size.capacity, bucket.tokens + passed * size.perSecond)
    bucket.filledAt = now
  }
  if (bucket.tokens < price) return (price - bucket.tokens) / size.perSecond
  bucket.tokens -= price
  return 0
}

/** Seconds until nothing would be missing from the bucket. */
export const secondsUntilFull = (bucket: Bucket, size: BucketSize, now: number): number =>
  Math.max(0, (size.capacity - bucket.tokens) / size.perSecond - Math.max(0, now - bucket.filledAt) / 1000)
