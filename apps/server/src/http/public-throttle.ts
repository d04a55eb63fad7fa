import type { Deps } from '#server/context.ts'
import { addressKey } from '#server/lib/client-address.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { AppError } from './app-error.ts'

/** A whole office may stand behind one address: this many at once, and five a second from then on. */
const LIMIT = { capacity: 300, refillSeconds: 0.2 }

const bucketsOf = perDeps((deps: Deps) => createTokenBuckets({ ...LIMIT, now: () => deps.now().getTime() }))

/**
 * Counts what an address does without saying who it is; throws `rate_limited` when that is too much. Each process counts
 * for itself.
 */
export const refuseFlood = (deps: Deps, ip: string): void => {
  const retryAfter = bucketsOf(deps).take(addressKey(ip))
  if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
}

/** The counted request turned out to come from a known caller. */
export const forgiveUnknown = (deps: Deps, ip: string): void => bucketsOf(deps).refund(addressKey(ip))
