import * as contract from '@recado/contracts/whatsapp/channel-webhooks'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listWebhookLog, readWebhook, replayWebhook, replayWebhooks } from './actions.ts'

/** What WhatsApp sent about a number, as it came. */
export const webhookLogRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listChannelWebhooks, (ctx, { params, query }) => listWebhookLog(ctx, params.id, query))
  route(app, contract.getChannelWebhook, (ctx, { params }) => readWebhook(ctx, params.id, params.eventId))
  route(app, contract.replayChannelWebhooks, (ctx, { params, body }) => replayWebhooks(ctx, params.id, body.ids))
  route(app, contract.replayChannelWebhook, async (ctx, { params }) => {
    await replayWebhook(ctx, params.id, params.eventId)
    return undefined
  })
}
