import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, instant, jsonObject, pageOf, pageQuery, person, version } from '../shared.ts'
import { webhookEventNames } from './webhook-events.ts'

/** Most endpoints of a company. */
export const webhookEndpointLimit = 20
/** Most hours for which a secret goes on signing beside the one that replaced it. */
export const webhookRotationHours = 72
/** Deliveries are kept, and can be recovered, for so many days. */
export const webhookKeptDays = 30
/** Seconds after each failed attempt until the next one; after the last one a delivery has failed. */
export const webhookRetrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** An endpoint that has only failed for so many days is disabled. */
export const webhookFailingDays = 5
/** Most deliveries that one recovery sends again. */
export const webhookRecoveryLimit = 100_000

/** Shapes of what is sent, by which an endpoint keeps the one that it was written for. */
export const webhookApiVersions = ['v1'] as const

/** Why an endpoint is off: someone paused it, its receiver answered 410, or it failed for days. */
export const webhookDisabledReasons = ['paused', 'gone', 'failing'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

/**
 * `waiting` for its first or next attempt; `held` while its endpoint is off; `failed` after the last attempt.
 */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed', 'held'] as const
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number]

const filters = z.object({
  /** Events of numbers, conversations and messages only when they belong to one of these; empty for any. */
  channelIds: z.array(id).max(50),
  /** Events of conversations and messages only when the conversation has one of these labels; empty for any. */
  labelIds: z.array(id).max(50),
})

/** How it has gone lately. */
const health = z.object({
  /** Of the deliveries of the last 24 hours, at most the newest thousand: those that arrived; null without any. */
  successRate: z.number().min(0).max(1).nullable(),
  /** Milliseconds within which 95 of 100 of these were answered; null without any. */
  p95Ms: z.number().int().nullable(),
  deliveries: z.number().int(),
  lastSuccessAt: instant.nullable(),
  /** Since when every attempt has failed; null while attempts succeed. */
  failingSince: instant.nullable(),
  /** How many wait, counted up to 10,000. */
  backlog: z.number().int(),
  /** How many are held, counted up to 10,000. */
  held: z.number().int(),
})

export const webhookEndpoint = z.object({
  id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  filters,
  apiVersion: z.enum(webhookApiVersions),
  enabled: z.boolean(),
  disabledReason: z.enum(webhookDisabledReasons).nullable(),
  disabledAt: instant.nullable(),
  /** Until when the secret before the present one signs too; null when it does not. */
  previousUntil: instant.nullable(),
  health,
  createdBy: person.nullable(),
  createdAt: instant,
  version,
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

/** An endpoint with its secret, which is shown this once. */
const webhookEndpointWithSecret = webhookEndpoint.extend({ secret: z.string() })
export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecret>

export const webhookAttempt = z.object({
  at: instant,
  /** HTTP status of the answer; null when there was none. */
  status: z.number().int().nullable(),
  /** Why there was no answer: a code. */
  error: z.string().nullable(),
  durationMs: z.number().int(),
  /** Headers of the answer that help, and the beginning of its body. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type WebhookAttempt = z.infer<typeof webhookAttempt>

export const webhookDelivery = z.object({
  /** What the receiver knows the event by, whatever the attempt: the header `webhook-id`. */
  id,
  type: z.enum(webhookEventNames),
  state: z.enum(webhookDeliveryStates),
  isTest: z.boolean(),
  attempts: z.number().int(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
  /** When the next attempt is due; null when none is, or it is due already. */
  nextAt: instant.nullable(),
  createdAt: instant,
  deliveredAt: instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const webhookDeliveryDetail = webhookDelivery.extend({
  /** What is sent, with the headers of the last attempt; the signature is cut off. */
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: jsonObject }),
  log: z.array(webhookAttempt),
})
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>

const events = z
  .array(z.enum(webhookEventNames))
  .min(1)
  .max(webhookEventNames.length)
  .transform((names) => [...new Set(names)])
const url = filledText(2000)

const manage = { can: 'apis.manage', scope: 'webhooks:manage' } as const

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-endpoints',
  ...manage,
  summary: 'Endpoints that are told what happens, with their health',
  response: z.object({ data: z.array(webhookEndpoint) }),
})
export const getWebhookEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-endpoints/:id',
  ...manage,
  summary: 'An endpoint with its health',
  params: idParams,
  response: webhookEndpoint,
})
export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  ...manage,
  summary: 'Adds an endpoint. The answer shows its secret, by which its receiver verifies what it is sent',
  body: z.object({
    url,
    description: z.string().trim().max(120).default(''),
    events,
    filters: filters.default({ channelIds: [], labelIds: [] }),
    apiVersion: z.enum(webhookApiVersions).default('v1'),
  }),
  response: webhookEndpointWithSecret,
  status: 201,
  errors: ['limit_reached'],
})
export const updateWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/webhook-endpoints/:id',
  ...manage,
  summary: 'Changes an endpoint, pauses it or enables it again. What happens while it is off is held for recovery',
  params: idParams,
  body: z.object({
    url: url.optional(),
    description: z.string().trim().max(120).optional(),
    events: events.optional(),
    filters: filters.optional(),
    enabled: z.boolean().optional(),
    version,
  }),
  response: webhookEndpoint,
  errors: ['conflict'],
})
export const removeWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/webhook-endpoints/:id',
  ...manage,
  summary: 'Removes an endpoint with its log; what waits for it is not sent any more',
  params: idParams,
  response: null,
})
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/rotations',
  ...manage,
  summary: 'Gives an endpoint another secret; the one before signs too for so many hours more',
  params: idParams,
  body: z.object({ overlapHours: z.number().int().min(0).max(webhookRotationHours), version }),
  response: webhookEndpointWithSecret,
  errors: ['conflict'],
})
export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/tests',
  ...manage,
  summary: 'Sends the example of an event, also to an endpoint that is off',
  params: idParams,
  body: z.object({ event: z.enum(webhookEventNames) }),
  response: webhookDelivery,
  status: 202,
  errors: ['limit_reached'],
})
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-endpoints/:id/deliveries',
  ...manage,
  summary: 'What an endpoint was sent in 30 days, the newest first',
  params: idParams,
  query: pageQuery.extend({
    state: z.enum(webhookDeliveryStates).optional(),
    event: z.enum(webhookEventNames).optional(),
  }),
  response: pageOf(webhookDelivery),
})

const deliveryParams = z.object({ id, deliveryId: id })

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/v1/webhook-endpoints/:id/deliveries/:deliveryId',
  ...manage,
  summary: 'A delivery with its attempts',
  params: deliveryParams,
  response: webhookDeliveryDetail,
})
export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/deliveries/:deliveryId/resends',
  ...manage,
  summary: 'Sends a delivery again, under the id that the receiver may know already',
  params: deliveryParams,
  response: webhookDelivery,
  status: 202,
})
export const recoverWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/api/v1/webhook-endpoints/:id/recoveries',
  ...manage,
  summary: 'Sends all that failed or was held since a time again, in the background',
  params: idParams,
  body: z.object({ since: instant }),
  response: z.object({
    /** How many there are to send. */
    count: z.number().int(),
  }),
  status: 202,
  errors: ['state_invalid'],
})
