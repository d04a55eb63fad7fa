import * as contract from '@recado/contracts/campaigns/campaigns'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { previewAudience } from './actions.ts'

/** Whom a campaign is for. */
export const audienceRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.previewAudience, (ctx, { params, body }) => previewAudience(ctx, params.id, body))
}
