import type { Deps } from '#server/context.ts'
import { createTokenBuckets, type TokenBuckets } from '#server/lib/token-bucket.ts'

export type Throttles = {
  signInAddress: TokenBuckets
  signInAccount: TokenBuckets
  /** Tries of a code, by account. */
  secondFactor: TokenBuckets
  /** How often the owner of an account hears that sign-ins to it are held back. */
  lockNotice: TokenBuckets
  registerAddress: TokenBuckets
  mailAddress: TokenBuckets
  resendMinute: TokenBuckets
  resendDay: TokenBuckets
  resetAccount: TokenBuckets
  codeAddress: TokenBuckets
  log: TokenBuckets
}

const create = (deps: Deps): Throttles => {
  const buckets = (capacity: number, refillSeconds: number) =>
    createTokenBuckets({ capacity, refillSeconds, now: () => deps.now().getTime() })
  return {
    signInAddress: buckets(30, 2),
    signInAccount: buckets(8, 30),
    secondFactor: buckets(5, 60),
    lockNotice: buckets(1, 3600),
    registerAddress: buckets(20, 60),
    mailAddress: buckets(20, 30),
    resendMinute: buckets(1, 60),
    resendDay: buckets(5, 86_400 / 5),
    resetAccount: buckets(3, 300),
    codeAddress: buckets(20, 30),
    log: buckets(60, 1),
  }
}

const byDeps = new WeakMap<Deps, Throttles>()

/** The throttles of this process. */
export const throttlesOf = (deps: Deps): Throttles => {
  const known = byDeps.get(deps) ?? create(deps)
  byDeps.set(deps, known)
  return known
}
