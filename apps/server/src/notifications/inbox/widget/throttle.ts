import type { Deps } from '#server/context.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

/** Sixty at once, and sixty a minute from then on. */
const LIMIT = { capacity: 60, refillSeconds: 1, maxKeys: 20_000 }

const throttleOf = perDeps((deps: Deps) => createTokenBuckets({ ...LIMIT, now: () => deps.now().getTime() }))

/**
 * Counts what someone who proved nothing did at an address: a start of a session that failed, or made a subscriber.
 * Throws 429 when it was too often. Each process counts for itself.
 */
export const countUnproven = (deps: Deps, address: string, applicationIdentifier: string): void => {
  if (throttleOf(deps).take(`${address} ${applicationIdentifier}`) > 0)
    throw new V1Error(429, 'Too many sessions were started from this address')
}
