import type { Deps } from '#server/context.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { createTokenBuckets, type TokenBuckets } from '#server/lib/token-bucket.ts'

/** A whole office may stand behind one address: this many at once, and five a second from then on. */
const LIMIT = { capacity: 300, refillSeconds: 0.2 }

const byDeps = new WeakMap<Deps, TokenBuckets>()

const bucketsOf = (deps: Deps): TokenBuckets => {
  const known = byDeps.get(deps) ?? createTokenBuckets({ ...LIMIT, now: () => deps.now().getTime() })
  byDeps.set(deps, known)
  return known
}

/**
 * Counts what an address does without saying who it is; answers 0, or the seconds it has to wait because that was too
 * much. Each process counts for itself.
 */
export const countUnknown = (deps: Deps, ip: string): number => bucketsOf(deps).take(addressKey(ip))

/** What was counted turned out to come from somebody we know. */
export const forgiveUnknown = (deps: Deps, ip: string): void => bucketsOf(deps).refund(addressKey(ip))
