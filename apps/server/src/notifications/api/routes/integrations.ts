import * as endpoints from '@recado/contracts/notifications/integrations'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/delivery/integrations/actions.ts'
import {
  type IntegrationRow,
  listOrganizationIntegrations,
} from '#server/notifications/delivery/integrations/queries.ts'
import { integrationView } from '#server/notifications/delivery/integrations/view.ts'
import { receiveReceipts } from '#server/notifications/delivery/receipts/receipts.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { v1Route } from '../wire/route.ts'

const MAX_RECEIPT_BYTES = 1024 * 1024

const view = (ctx: EnvironmentCtx, row: IntegrationRow) => integrationView(ctx.deps, row)
const views = (ctx: EnvironmentCtx, rows: IntegrationRow[]) => rows.map((row) => view(ctx, row))

/** Signatures are over the bytes of a body, so these are kept as they come. */
const receiptRoutes = async (app: FastifyInstance): Promise<void> => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_RECEIPT_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  v1Route(app, endpoints.receiveReceipts, (ctx, { params }, { request }) => {
    const { integrationIdentifierOrId: integration, ...address } = params
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return receiveReceipts(ctx, { ...address, integration }, { body, headers: request.headers })
  })
}

export const integrationRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listIntegrations, async (ctx) => views(ctx, await listOrganizationIntegrations(ctx)))
  v1Route(app, endpoints.listActiveIntegrations, async (ctx) =>
    views(ctx, await listOrganizationIntegrations(ctx, { active: true })),
  )
  v1Route(app, endpoints.createIntegration, async (ctx, { body }) =>
    view(ctx, await actions.createIntegration(ctx, body)),
  )
  v1Route(app, endpoints.updateIntegration, async (ctx, { params, body }) =>
    view(ctx, await actions.updateIntegration(ctx, params.integrationId, body)),
  )
  v1Route(app, endpoints.setPrimaryIntegration, async (ctx, { params }) =>
    view(ctx, await actions.setPrimaryIntegration(ctx, params.integrationId)),
  )
  v1Route(app, endpoints.deleteIntegration, async (ctx, { params }) =>
    views(ctx, await actions.deleteIntegration(ctx, params.integrationId)),
  )
  v1Route(app, endpoints.getWebhookStatus, (ctx, { params }) =>
    actions.understandsReceipts(ctx, params.providerOrIntegrationId),
  )
  v1Route(app, endpoints.getChannelLimit, () => undefined)
  v1Route(app, endpoints.getInAppStatus, () => undefined)
  app.register(receiptRoutes)
}
