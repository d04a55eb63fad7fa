import * as contract from '@recado/contracts/campaigns/campaigns'
import { previewRetry, retryCampaign } from '@recado/contracts/campaigns/recipients'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { changeCampaigns } from './actions/bulk.ts'
import { approve, cancel, launch, pause, resume } from './actions/change-state.ts'
import { changeRule, decide } from './actions/decide.ts'
import { readRetry, retry } from './actions/retry.ts'

/** Campaigns on their way. */
export const deliveryRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.launchCampaign, (ctx, { params, body }) => launch(ctx, params.id, body))
  route(app, contract.approveCampaign, (ctx, { params, body }) => approve(ctx, params.id, body))
  route(app, contract.pauseCampaign, (ctx, { params }) => pause(ctx, params.id))
  route(app, contract.resumeCampaign, (ctx, { params }) => resume(ctx, params.id))
  route(app, contract.cancelCampaign, (ctx, { params }) => cancel(ctx, params.id))
  route(app, contract.decideCampaign, (ctx, { params, body }) => decide(ctx, params.id, body))
  route(app, contract.setWinnerRule, (ctx, { params, body }) => changeRule(ctx, params.id, body))
  route(app, previewRetry, (ctx, { params }) => readRetry(ctx, params.id))
  route(app, retryCampaign, (ctx, { params, body }) => retry(ctx, params.id, body))
  route(app, contract.changeCampaigns, (ctx, { body }) =>
    changeCampaigns.run(ctx, body.selection, { action: body.action }),
  )
}
