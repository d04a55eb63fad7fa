import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'

export const webhookEventStates = ['waiting', 'processed', 'failed'] as const
export const channelWebhookEvent = z.object({
  id,
  receivedAt: instant,
  field: z.string(),
  summary: z.string(),
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
  query: pageQuery.extend({ field: z.string().max(60).optional() }),
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
