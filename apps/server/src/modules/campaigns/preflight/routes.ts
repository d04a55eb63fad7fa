import * as contract from '@recado/contracts/campaigns/preflight'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readPreflight } from './actions/examine.ts'
import { previewMessages } from './actions/preview.ts'
import { sendTests } from './actions/test.ts'

/** What a campaign would send, before it does. */
export const preflightRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.getPreflight, (ctx, { params }) => readPreflight(ctx, params.id))
  route(app, contract.previewMessages, (ctx, { params, body }) => previewMessages(ctx, params.id, body))
  route(app, contract.testCampaign, (ctx, { params, body }) => sendTests(ctx, params.id, body))
}
