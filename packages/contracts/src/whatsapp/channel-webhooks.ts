import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'

export const webhookEventStates = ['waiting', 'processed', 'failed'] as const
export const channelWebhookEvent = z.object({
  id,
  receivedAt: instant,
  field: z.string(),
  summary: z.string(),
  /** The contact it concerns, and how many others; null if none, or if the reader may not see raw bodies. */
  contact: z.object({ name: z.string().nullable(), phone: z.string().nullable(), others: z.number().int() }).nullable(),
  /** The start of the message or of the error; null as above. */
  text: z.string().nullable(),
  state: z.enum(webhookEventStates),
  error: z.string().nullable(),
  attempts: z.number().int(),
})

export const listChannelWebhooks = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/webhook-events',
  can: 'channels.view',
  summary: 'Raw webhook bodies that spoke of this channel, newest first',
  params: idParams,
  query: pageQuery.extend({ field: z.string().max(60).optional(), state: z.enum(webhookEventStates).optional() }),
  response: pageOf(channelWebhookEvent),
})

export const getChannelWebhook = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/webhook-events/:eventId',
  can: 'channels.manage',
  summary: 'One raw body; only the parts about this channel',
  params: z.object({ id, eventId: id }),
  response: channelWebhookEvent.extend({ body: z.unknown() }),
})

export const replayChannelWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/webhook-events/:eventId/replays',
  can: 'channels.manage',
  summary: 'Processes a stored body again; what is known already stays as it is',
  params: z.object({ id, eventId: id }),
  response: null,
  status: 202,
  errors: ['channel_busy'],
})

export const mostWebhookReplays = 100
export const replayChannelWebhooks = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/webhook-replays',
  can: 'channels.manage',
  summary: 'Processes many stored bodies again, in the order in which they came',
  params: idParams,
  body: z.object({ ids: z.array(id).min(1).max(mostWebhookReplays) }),
  response: bulkOutcome,
  status: 202,
  errors: ['channel_busy'],
})
