import type { Deps } from '#server/context.ts'

/** The word that an own app of this account says when it subscribes; derived, so that nothing needs to be stored. */
export const accountVerifyToken = (deps: Pick<Deps, 'sealer'>, accountId: string): string =>
  deps.sealer.sign('webhook-verify', accountId).slice(0, 32)
