import { getCampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import {
  keepRecipients as keepRecipientsEndpoint,
  listCampaignsOfContact,
  listRecipients,
} from '@recado/contracts/campaigns/recipients'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { keepRecipients } from './keep.ts'
import { readAnalytics } from './read.ts'
import { readCampaignsOf, readRecipients } from './recipients.ts'

/** What came of campaigns. */
export const analyticsRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, getCampaignAnalytics, (ctx, { params }) => readAnalytics(ctx, params.id))
  route(app, listRecipients, (ctx, { params, query }) => readRecipients(ctx, params.id, query))
  route(app, keepRecipientsEndpoint, (ctx, { params, body }) => keepRecipients(ctx, params.id, body))
  route(app, listCampaignsOfContact, (ctx, { params }) => readCampaignsOf(ctx, params.id))
}
