import {
  compareCampaignGroups,
  getCampaignAnalytics,
  getCampaignConversions,
} from '@recado/contracts/campaigns/analytics'
import {
  keepRecipients as keepRecipientsEndpoint,
  listCampaignsOfContact,
  listRecipients,
} from '@recado/contracts/campaigns/recipients'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readConversions } from './conversions.ts'
import { compareGroups } from './groups.ts'
import { keepRecipients } from './keep.ts'
import { readAnalytics } from './read.ts'
import { readCampaignsOf, readRecipients } from './recipients.ts'

/** What came of campaigns. */
export const analyticsRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getCampaignAnalytics, (ctx, { params }) => readAnalytics(ctx, params.id))
  route(app, compareCampaignGroups, (ctx, { params, query }) => compareGroups(ctx, params.id, query))
  route(app, getCampaignConversions, (ctx, { params, query }) => readConversions(ctx, params.id, query.days))
  route(app, listRecipients, (ctx, { params, query }) => readRecipients(ctx, params.id, query))
  route(app, keepRecipientsEndpoint, (ctx, { params, body }) => keepRecipients(ctx, params.id, body))
  route(app, listCampaignsOfContact, (ctx, { params }) => readCampaignsOf(ctx, params.id))
}
