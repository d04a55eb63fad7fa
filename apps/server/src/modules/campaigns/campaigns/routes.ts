import { getCampaignCalendar } from '@recado/contracts/campaigns/calendar'
import * as contract from '@recado/contracts/campaigns/campaigns'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readCalendar } from './actions/calendar.ts'
import { createDraft, duplicate, removeDraft, updateDraft } from './actions/draft.ts'
import { listPage, readCampaign } from './actions/read.ts'
import { readSeries } from './actions/series.ts'

/** Campaigns: drafts and what is done with many. How they are sent stands in `delivery`. */
export const campaignRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listCampaigns, (ctx, { query }) => listPage(ctx, query))
  route(app, getCampaignCalendar, (ctx, { query }) => readCalendar(ctx, query))
  route(app, contract.getCampaign, (ctx, { params }) => readCampaign(ctx, params.id))
  route(app, contract.getSeries, (ctx, { params }) => readSeries(ctx, params.id))
  route(app, contract.createCampaign, (ctx, { body }) => createDraft(ctx, body))
  route(app, contract.updateCampaign, (ctx, { params, body }) => updateDraft(ctx, params.id, body))
  route(app, contract.deleteCampaign, (ctx, { params }) => removeDraft(ctx, params.id))
  route(app, contract.duplicateCampaign, (ctx, { params }) => duplicate(ctx, params.id))
}
