import * as contract from '@recado/contracts/integrations/webhook-integrations'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { createIntegration, listen, removeIntegration, rotateSecrets, updateIntegration } from './actions/change.ts'
import { moveIntegration, previewMove } from './actions/move.ts'
import { keepSample, listEvents, listIntegrations, listSamples, readEvent, readIntegration } from './actions/read.ts'
import { replayEvents } from './actions/replay.ts'
import { tryMap } from './actions/try.ts'
import { receiveRoutes } from './receive.ts'

/** Systems that are connected, what they told, and where they tell it. */
export const webhookIntegrationRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(receiveRoutes)
  route(app, contract.listWebhookIntegrations, async (ctx) => ({ data: await listIntegrations(ctx) }))
  route(app, contract.getWebhookIntegration, (ctx, { params }) => readIntegration(ctx, params.id))
  route(app, contract.createWebhookIntegration, (ctx, { body }) => createIntegration(ctx, body))
  route(app, contract.updateWebhookIntegration, (ctx, { params, body }) => updateIntegration(ctx, params.id, body))
  route(app, contract.removeWebhookIntegration, (ctx, { params }) => removeIntegration(ctx, params.id))
  route(app, contract.rotateWebhookSecrets, (ctx, { params, body }) => rotateSecrets(ctx, params.id, body))
  route(app, contract.previewWebhookMove, (ctx, { params }) => previewMove(ctx, params.id))
  route(app, contract.moveWebhookIntegration, (ctx, { params, body }) => moveIntegration(ctx, params.id, body))
  route(app, contract.listenForWebhooks, (ctx, { params }) => listen(ctx, params.id))
  route(app, contract.listWebhookSamples, (ctx, { params }) => listSamples(ctx, params.id))
  route(app, contract.testWebhookIntegration, (ctx, { params, body }) => tryMap(ctx, params.id, body))
  route(app, contract.listWebhookEvents, (ctx, { params, query }) => listEvents(ctx, params.id, query))
  route(app, contract.getWebhookEvent, (ctx, { params }) => readEvent(ctx, params.id, params.eventId))
  route(app, contract.keepWebhookSample, (ctx, { params, body }) =>
    keepSample(ctx, params.id, params.eventId, body.kept),
  )
  route(app, contract.replayWebhookEvents, (ctx, { params, body }) => replayEvents(ctx, params.id, body))
}
