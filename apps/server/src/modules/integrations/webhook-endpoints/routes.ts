import * as contract from '@recado/contracts/integrations/webhook-endpoints'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { createEndpoint, removeEndpoint, rotateSecret, updateEndpoint } from './actions/change.ts'
import { listEndpoints, readDeliveries, readDelivery, readEndpoint } from './actions/read.ts'
import { recover, resend, sendTest } from './actions/send.ts'

/** Where a company wants to be told what happens, and what it was told. */
export const webhookEndpointRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listWebhookEndpoints, async (ctx) => ({ data: await listEndpoints(ctx) }))
  route(app, contract.getWebhookEndpoint, (ctx, { params }) => readEndpoint(ctx, params.id))
  route(app, contract.createWebhookEndpoint, (ctx, { body }) => createEndpoint(ctx, body))
  route(app, contract.updateWebhookEndpoint, (ctx, { params, body }) => updateEndpoint(ctx, params.id, body))
  route(app, contract.removeWebhookEndpoint, (ctx, { params }) => removeEndpoint(ctx, params.id))
  route(app, contract.rotateWebhookSecret, (ctx, { params, body }) => rotateSecret(ctx, params.id, body))
  route(app, contract.testWebhookEndpoint, (ctx, { params, body }) => sendTest(ctx, params.id, body.event))
  route(app, contract.listWebhookDeliveries, (ctx, { params, query }) => readDeliveries(ctx, params.id, query))
  route(app, contract.getWebhookDelivery, (ctx, { params }) => readDelivery(ctx, params.id, params.deliveryId))
  route(app, contract.resendWebhookDelivery, (ctx, { params }) => resend(ctx, params.id, params.deliveryId))
  route(app, contract.recoverWebhookDeliveries, (ctx, { params, body }) =>
    recover(ctx, params.id, new Date(body.since)),
  )
}
