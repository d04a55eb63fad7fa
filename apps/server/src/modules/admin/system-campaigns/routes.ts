import * as contract from '@recado/contracts/admin/system-campaigns'
import { getOwnAnnouncement, reactToAnnouncement } from '@recado/contracts/identity/announcements'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import * as actions from './actions.ts'
import { react, readOwn } from './banner.ts'
import { countAudience } from './queries.ts'

/** What the platform announces to its users. */
export const systemCampaignRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listSystemCampaigns, (ctx, { query }) => actions.listPage(ctx, query))
  route(app, contract.createSystemCampaign, (ctx, { body }) => actions.create(ctx, body))
  route(app, contract.updateSystemCampaign, (ctx, { params, body }) => actions.save(ctx, params.id, body))
  route(app, contract.countSystemAudience, (ctx, { body }) => countAudience(ctx, body))
  route(app, contract.testSystemCampaign, (ctx, { params }) => actions.test(ctx, params.id))
  route(app, contract.scheduleSystemCampaign, (ctx, { params, body }) => actions.schedule(ctx, params.id, body))
  route(app, contract.cancelSystemCampaign, (ctx, { params }) => actions.cancel(ctx, params.id))
  route(app, contract.archiveSystemCampaign, (ctx, { params, body }) => actions.archive(ctx, params.id, body.archived))
  route(app, getOwnAnnouncement, (ctx) => readOwn(ctx))
  route(app, reactToAnnouncement, (ctx, { body }) => react(ctx, body))
}
