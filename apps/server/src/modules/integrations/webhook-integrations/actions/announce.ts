import type { CompanyCtx, Ctx } from '#server/context.ts'
import { emitChange } from '#server/realtime/emit-change.ts'

/** Tells browsers and receivers that an integration of a company is another one now. */
export const tellReceivers = (tx: Ctx, companyId: string, integrationId: string): void => {
  emitChange(tx, 'webhook_integration.updated', { companyId, ids: [integrationId] })
  tx.afterCommit(() => tx.deps.bus.publish('inbound.changed', { integrationId }))
}

export const announce = (tx: CompanyCtx, integrationId: string): void => tellReceivers(tx, tx.company.id, integrationId)
