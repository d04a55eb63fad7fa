import * as contract from '@recado/contracts/campaigns/oversight'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { listAll } from './actions/read.ts'

/** Campaigns of all companies, for the people of the platform. */
export const oversightRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listAllCampaigns, (ctx, { query }) => listAll(ctx, query))
}
