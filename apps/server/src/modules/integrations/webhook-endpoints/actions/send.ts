import { webhookRecoveryLimit } from '@recado/contracts/integrations/webhook-endpoints'
import { type WebhookEventName, webhookEvents } from '@recado/contracts/integrations/webhook-events'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { recoverJob } from '../jobs.ts'
import { countLeft, findDelivery, resetDelivery } from '../queries/deliveries.ts'
import { findEndpoint } from '../queries/endpoints.ts'
import { insertDeliveries } from '../queries/subscriptions.ts'
import { deliveryView, nameOf } from '../view.ts'
import { announceEndpoint } from './disable.ts'
import { wakeSoon } from './wake.ts'

const audit = (tx: CompanyCtx, verb: 'tested' | 'resent' | 'recovered', { id, name }: { id: string; name: string }) =>
  recordAudit(tx, { action: `webhook_endpoint.${verb}`, target: { type: 'webhook_endpoint', id, label: name } })

/** Sends the example of an event. Throws `not_found`. */
export const sendTest = (ctx: CompanyCtx, id: string, event: WebhookEventName) =>
  inTransaction(ctx, async (tx) => {
    const row = found(await findEndpoint(tx, id))
    const eventId = newId()
    await insertDeliveries(tx, [
      {
        ...{ company_id: tx.company.id, endpoint_id: id, event_id: eventId, type: event },
        ...{ data: webhookEvents[event].example, happened_at: tx.now(), object_key: null, contact_id: null },
        ...{ state: 'waiting', is_test: true, forced: true },
      },
    ])
    await audit(tx, 'tested', { id, name: nameOf(row) })
    wakeSoon(tx, id)
    announceEndpoint(tx, id)
    return deliveryView(tx, found(await findDelivery(tx, id, eventId)))
  })

/** Sends a delivery again, also by an endpoint that is off. Throws `not_found`. */
export const resend = (ctx: CompanyCtx, id: string, deliveryId: string) =>
  inTransaction(ctx, async (tx) => {
    const row = found(await findEndpoint(tx, id))
    found(await findDelivery(tx, id, deliveryId))
    await resetDelivery(tx, id, deliveryId)
    await audit(tx, 'resent', { id, name: nameOf(row) })
    wakeSoon(tx, id)
    announceEndpoint(tx, id)
    return deliveryView(tx, found(await findDelivery(tx, id, deliveryId)))
  })

/**
 * Sends all that failed or was held since a time again, in the background; answers how many there are. Throws `not_found`,
 * and `state_invalid` for an endpoint that is off.
 */
export const recover = (ctx: CompanyCtx, id: string, since: Date): Promise<{ count: number }> =>
  inTransaction(ctx, async (tx) => {
    const row = found(await findEndpoint(tx, id))
    if (!row.enabled) throw new AppError('state_invalid', { data: { state: 'disabled' } })
    const count = await countLeft(tx, id, since, webhookRecoveryLimit)
    if (count === 0) return { count }
    const { jobs } = tx.deps
    const input = { companyId: tx.company.id, endpointId: id, since: since.toISOString(), left: count }
    await jobs.enqueue(tx.db, recoverJob, input, { companyId: tx.company.id, uniqueKey: `webhooks.recover:${id}` })
    tx.afterCommit(() => jobs.wake(recoverJob.queue))
    await audit(tx, 'recovered', { id, name: nameOf(row) })
    return { count }
  })
