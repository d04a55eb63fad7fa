import * as contract from '@recado/contracts/campaigns/oversight'
import { countLimit } from '@recado/contracts/shared/lists'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { holdAny, releaseAny, reviewAny, throttleAny } from './actions/oversee.ts'
import { listAll, readOverseen } from './actions/read.ts'
import { countRisky } from './queries/across.ts'

/** Campaigns of all companies, for the people of the platform. */
export const oversightRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listAllCampaigns, (ctx, { query }) => listAll(ctx, query))
  route(app, contract.getOverseenCampaign, (ctx, { params }) => readOverseen(ctx, params.id))
  route(app, contract.holdCampaign, (ctx, { params, body }) => holdAny(ctx, params.id, body.reason))
  route(app, contract.releaseCampaign, (ctx, { params }) => releaseAny(ctx, params.id))
  route(app, contract.throttleCampaign, (ctx, { params, body }) =>
    throttleAny(ctx, params.id, body.perSecond, body.reason),
  )
  route(app, contract.reviewCampaign, (ctx, { params, body }) => reviewAny(ctx, params.id, body))
  route(app, contract.countCampaignRisks, async (ctx) => ({ open: await countRisky(ctx, countLimit) }))
}
