import type { Sealer } from '../seal.ts'

/** The word that an account's own app at Meta says when it subscribes to webhooks; derived, so that nothing is stored. */
export const accountVerifyToken = (sealer: Pick<Sealer, 'sign'>, accountId: string): string =>
  sealer.sign('webhook-verify', accountId).slice(0, 32)
