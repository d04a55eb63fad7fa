import type { CompanyCtx } from '#server/context.ts'

/** Has an endpoint called after the commit, also one that is left alone for a while because it failed. */
export const wakeSoon = (tx: CompanyCtx, endpointId: string): void =>
  tx.afterCommit(() => tx.deps.bus.publish('deliveries.wake', { endpointIds: [endpointId], soon: true }))
