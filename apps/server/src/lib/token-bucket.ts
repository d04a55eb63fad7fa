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
  const buckets = new Map<string, { tokens: number; at: number }>()

  const current = (key: string) => {
    const at = now()
    const known = buckets.get(key)
    // Clocks are set back at times: then it goes on from there.
    if (known && known.at > at) known.at = at
    const tokens = known
      ? Math.min(options.capacity, known.tokens + (at - known.at) / 1000 / options.refillSeconds)
      : options.capacity
    return { tokens, at }
  }
  const store = (key: string, bucket: { tokens: number; at: number }) => {
    buckets.delete(key)
    if (bucket.tokens >= options.capacity) return
    buckets.set(key, bucket)
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value ?? key)
  }

  return {
    take: (key, cost = 1) => {
      const bucket = current(key)
      if (bucket.tokens < cost) return (cost - bucket.tokens) * options.refillSeconds
      store(key, { tokens: bucket.tokens - cost, at: bucket.at })
      return 0
    },
    refund: (key, cost = 1) => {
      const bucket = current(key)
      store(key, {
        tokens: Math.min(options.capacity, bucket.tokens + cost),
        at: bucket.at,
      })
    },
  }
}
