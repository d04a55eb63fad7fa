import type { Deps } from '#server/context.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets, type TokenBuckets } from '#server/lib/token-bucket.ts'

export type Throttles = {
  /** Sign-ins that fail, by address; not those of browsers that know the account. */
  signInAddress: TokenBuckets
  /** Sign-ins to an account that fail, by the account and who tries. */
  signIn: TokenBuckets
  /** Wrong second factors, by the account and who tries. */
  secondFactor: TokenBuckets
  /** Wrong codes of an app for an account, from all strangers together: there are but a million of them. */
  strangersCodes: TokenBuckets
  /** What asks a signed-in person for their password or a code again, by session. */
  ownPassword: TokenBuckets
  ownCode: TokenBuckets
  /** Wrong passwords and wrong codes for an account, from everywhere: past these its owner hears of it. */
  wrongPasswords: TokenBuckets
  wrongCodes: TokenBuckets
  guessNotice: TokenBuckets
  registerAddress: TokenBuckets
  mailAddress: TokenBuckets
  resendMinute: TokenBuckets
  resendDay: TokenBuckets
  resetAccount: TokenBuckets
  /** Tries of the six digits in a mail, by the mail and the address. */
  mailCode: TokenBuckets
  /** Links that lead nowhere, by address. */
  linkAddress: TokenBuckets
  log: TokenBuckets
}

/** The throttles of this process. */
export const throttlesOf = perDeps((deps: Deps): Throttles => {
  const buckets = (capacity: number, refillSeconds: number) =>
    createTokenBuckets({ capacity, refillSeconds, now: () => deps.now().getTime() })
  return {
    signInAddress: buckets(30, 2),
    signIn: buckets(8, 30),
    secondFactor: buckets(5, 60),
    strangersCodes: buckets(60, 120),
    ownPassword: buckets(8, 30),
    ownCode: buckets(5, 60),
    wrongPasswords: buckets(8, 30),
    wrongCodes: buckets(5, 60),
    guessNotice: buckets(1, 86_400),
    registerAddress: buckets(20, 60),
    mailAddress: buckets(20, 30),
    resendMinute: buckets(1, 60),
    resendDay: buckets(5, 86_400 / 5),
    resetAccount: buckets(3, 300),
    mailCode: buckets(5, 300),
    linkAddress: buckets(20, 30),
    log: buckets(60, 1),
  }
})
