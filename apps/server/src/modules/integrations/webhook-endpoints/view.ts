import type * as contract from '@recado/contracts/integrations/webhook-endpoints'
import type { WebhookEventName } from '@recado/contracts/integrations/webhook-events'
import type { CompanyCtx } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import type { DeliveryRow, HealthRow } from './queries/deliveries.ts'
import type { EndpointRow } from './queries/endpoints.ts'
import type { Attempt } from './sender/attempt.ts'

/** As it is written; null where there is none, and for what is due whatever the time. */
const instantOf = (date: Date | null): string | null =>
  date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : null

/** What an endpoint is called: as it is described, or else by its host. */
export const nameOf = ({ description, url }: Pick<EndpointRow, 'description' | 'url'>): string =>
  description || new URL(url).host

export const endpointView = (ctx: CompanyCtx, row: EndpointRow, health?: HealthRow): contract.WebhookEndpoint => {
  const { id, url, description, filters, enabled, version, previousUntil } = row
  return {
    ...{ id, url, description, filters, enabled, version },
    events: row.events as WebhookEventName[],
    apiVersion: row.apiVersion as contract.WebhookEndpoint['apiVersion'],
    disabledReason: row.enabled ? null : (row.disabledReason as contract.WebhookDisabledReason | null),
    disabledAt: row.enabled ? null : instantOf(row.disabledAt),
    previousUntil: previousUntil && previousUntil > ctx.now() ? previousUntil.toISOString() : null,
    health: {
      ...{
        deliveries: health?.deliveries ?? 0,
        successRate: health?.successRate ?? null,
        p95Ms: health?.p95Ms ?? null,
      },
      ...{ lastSuccessAt: instantOf(row.lastSuccessAt), failingSince: instantOf(row.failingSince) },
      ...{ backlog: health?.backlog ?? 0, held: health?.held ?? 0 },
    },
    createdBy: personOf(row.createdBy, row.creatorName, row.creatorFileId),
    createdAt: row.createdAt.toISOString(),
  }
}

export const deliveryView = (ctx: CompanyCtx, row: DeliveryRow): contract.WebhookDelivery => ({
  ...{ id: row.eventId, type: row.type as WebhookEventName, state: row.state, isTest: row.isTest },
  ...{ attempts: row.attempts.length, lastStatus: row.lastStatus, lastError: row.lastError },
  nextAt: row.state === 'waiting' && row.nextAt > ctx.now() ? instantOf(row.nextAt) : null,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: instantOf(row.deliveredAt),
})

export const attemptsOf = (row: DeliveryRow): contract.WebhookAttempt[] =>
  (row.attempts as unknown as Attempt[]).toReversed()
